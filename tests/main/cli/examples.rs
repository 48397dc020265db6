//! Every example in the help and in the README does what it says.

use super::{BINARY, Scratch, run};
use std::path::Path;
use std::process::{Command, Output};

/// Runs a line in a shell that finds the program, in the directory.
fn shell(line: &str, directory: &Path) -> Output {
    let program = Path::new(BINARY).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    Command::new("sh").args(["-ec", line]).env("PATH", path).current_dir(directory).output().unwrap()
}

fn succeeds(line: &str, directory: &Path) -> String {
    let output = shell(line, directory);
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The help of a command and of all its own commands.
fn helps(command: &[&str]) -> Vec<(String, String)> {
    let help = run(&[command, &["--help"]].concat());
    assert_eq!(help.status, 0, "{command:?}");
    let own = help.out.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or("");
    let names = own.lines().filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next());
    let names: Vec<String> = names.filter(|&name| name != "help").map(str::to_owned).collect();
    let mut all = vec![(command.join(" "), help.out.clone())];
    for name in &names {
        all.extend(helps(&[command, &[name]].concat()));
    }
    all
}

/// All commands but `grade`, which needs a Python with the package, `serve`, which runs until it is stopped,
/// and `connect`, which needs a hall: each has tests of its own.
#[cfg(unix)]
#[test]
fn the_examples_of_the_help() {
    let scratch = Scratch::new("help");
    let helps = helps(&[]);
    assert!(helps.len() > 10, "{}", helps.len());
    for (command, help) in helps.iter().filter(|(command, _)| !["grade", "serve", "connect"].contains(&&**command)) {
        let examples = help.split("Examples:\n").nth(1).unwrap_or_else(|| panic!("{command}: no examples"));
        let lines: Vec<&str> = examples.lines().filter(|line| !line.is_empty()).collect();
        assert!(!lines.is_empty() && lines.iter().all(|line| line.contains("gridsolve ")), "{command}: {examples}");
        for line in lines {
            succeeds(line.trim(), &scratch.0);
        }
    }
}

/// The blocks of a language in a Markdown text.
fn blocks<'t>(text: &'t str, language: &str) -> Vec<&'t str> {
    let start = format!("```{language}\n");
    text.split(&*start).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

/// Whether lines are as wanted; `…` at the end of one stands for what changes from run to run.
fn matches(printed: &str, want: &str) -> bool {
    let fits = |(printed, want): (&str, &str)| match want.strip_suffix('…') {
        Some(start) => printed.starts_with(start),
        None => printed == want,
    };
    printed.lines().count() == want.lines().count() && printed.lines().zip(want.lines()).all(fits)
}

/// In the README `$` begins a command, and what follows it is what it prints.
#[cfg(unix)]
#[test]
fn the_commands_of_the_readme() {
    let scratch = Scratch::new("readme");
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let readme = readme.replace("cargo run --release -- ", "gridsolve ");
    let (mut ran, mut compared) = (0, 0);
    for block in blocks(&readme, "sh") {
        // Tests and benchmarks are no part of a test.
        let is_example = |line: &&str| !line.starts_with("./test") && !line.starts_with("cargo bench");
        for line in block.lines().filter(is_example) {
            succeeds(line, &scratch.0);
            ran += 1;
        }
    }
    for block in blocks(&readme, "console") {
        for example in format!("\n{block}").split("\n$ ").skip(1) {
            let (line, want) = example.split_once('\n').unwrap();
            let printed = succeeds(line, &scratch.0);
            assert!(matches(printed.trim_end(), want.trim_end()), "{line} prints\n{printed}");
            compared += 1;
        }
    }
    assert!(ran > 3 && compared > 2, "{ran} run, {compared} compared");
}
