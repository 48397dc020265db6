//! `gridsolve grade` as far as it goes without the Python package.

use super::{Scratch, command, run};

#[test]
fn without_python_it_says_how_to_get_it() {
    let arguments = ["grade", "--spec", "xo", "--module", "hw.py"];
    let output = command(&arguments).env("GRIDSOLVE_PYTHON", "/no/such/python").output().unwrap();
    assert_eq!(output.status.code(), Some(4));
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.contains("cannot start /no/such/python") && words.contains("GRIDSOLVE_PYTHON"), "{words}");
}

#[cfg(unix)]
#[test]
fn it_ends_as_python_does_and_hands_everything_over() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new("grade");
    for (ends, status) in [(0, 0), (1, 1), (2, 2), (3, 3), (97, 4), (77, 4), (130, 130)] {
        let script = format!("#!/bin/sh\nshift 2\necho \"$@\"\nexit {ends}\n");
        let python = scratch.file(&format!("python{ends}"), script);
        std::fs::set_permissions(&python, std::fs::Permissions::from_mode(0o755)).unwrap();
        let arguments = ["grade", "--spec", "dots-endgame", "--module", "my hw.py", "--format", "junit", "--time", "2"];
        let output = command(&arguments).env("GRIDSOLVE_PYTHON", &python).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{ends}");
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(said, "--spec=dots-endgame --module=my hw.py --format=junit --seed=0 --cases=24 --time=2\n");
        let words = String::from_utf8(output.stderr).unwrap();
        assert_eq!(words.contains("pip install"), ends == 97, "{words}");
    }
}

#[test]
fn courseworks_are_known_by_name() {
    let wrong = run(&["grade", "--spec", "chess", "--module", "hw.py"]);
    assert_eq!(wrong.status, 2);
    for name in ["dominoes", "dots-endgame", "xo", "blocking"] {
        assert!(wrong.err.contains(name), "{}", wrong.err);
    }
    assert!(run(&["grade", "--help"]).out.contains("gridsolve grade --spec dominoes --module homework4.py"));
}
