//! scratch
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let p = gridsolve::Position::parse(&args[1]).unwrap();
    let t: usize = args.get(2).map_or(1, |x| x.parse().unwrap());
    let a = gridsolve::Solver::new().threads(t).memory(8 << 30).solve(&p).unwrap();
    println!(
        "{:?} {:?} nodes {} {}s mem {}",
        a.value,
        a.best.iter().map(|m| m.to_string()).collect::<Vec<_>>(),
        a.nodes,
        a.seconds,
        a.memory_bytes
    );
}
