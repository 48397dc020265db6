//! The program `gridsolve`; see [`gridsolve::cli`].

fn main() -> std::process::ExitCode {
    gridsolve::cli::main()
}
