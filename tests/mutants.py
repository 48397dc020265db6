#!/usr/bin/env python3
"""Plants known bugs in a copy of the source, one at a time, and checks that the tests notice each.

    python3 tests/mutants.py [NAME...]

Every bug is a list of replacements of exact text; text that is not there exactly once stops the run, so
that the list is mended when the source changes. A bug must compile, and `cargo test --lib` with the
filters given beside it must then fail. Exit status 0: every bug was noticed. It takes some minutes.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Name, what others did, replacements (file, text, bug), filters of the tests that are to fail.
BUGS = [
    ("turn-always-passes", "who closes a box does not move again", [
        ("src/games/dots/coins.rs", "mover: if gain > 0 { Mover::Same } else { Mover::Other }", "mover: Mover::Other"),
    ], ["dots::"]),
    ("negate-on-extra-turn", "the value is negated although the same side moves", [
        ("src/game.rs", "Mover::Same => self.gain + next,", "Mover::Same => self.gain - next,"),
    ], ["contract::", "boards::whole"]),
    ("window-not-shifted", "the window does not move by what was captured", [
        ("src/game.rs", "Mover::Same => (alpha - self.gain, beta - self.gain),", "Mover::Same => (alpha, beta),"),
    ], ["contract::", "boards::whole"]),
    ("window-flipped-on-extra-turn", "the window is flipped although the same side moves", [
        ("src/game.rs", "Mover::Same => (alpha - self.gain, beta - self.gain),",
         "Mover::Same => (self.gain - beta, self.gain - alpha),"),
    ], ["contract::", "boards::whole"]),
    ("lower-bound-as-value", "a cut-off value is stored as exact", [
        ("src/solver/search.rs", "if best < beta {\n            known.high = best;", "if best <= beta {\n            known.high = best;"),
    ], ["contract::", "boards::whole"]),
    ("upper-bound-as-value", "a value that failed low is stored as exact", [
        ("src/solver/search.rs", "if best > alpha {\n            known.low = best;", "if best >= alpha - 1 {\n            known.low = best;"),
    ], ["contract::", "boards::whole"]),
    ("two-boxes-as-one", "a line that closes two boxes scores one", [
        ("src/games/dots/coins.rs", "coins.minus(self.coins()).count() as Value", "coins.minus(self.coins()).count().min(1) as Value"),
    ], ["dots::"]),
    ("always-capture", "every box that can be taken is taken", [
        ("src/games/dots/forced.rs", "(false, 2..) => 2,\n            (true, 4..) => 4,", "(false, 2..) => 0,\n            (true, 4..) => 0,"),
    ], ["knowledge::", "boards::whole"]),
    ("totals-in-memory", "the memory holds totals with what was won on the way, under a key of lines only", [
        ("src/solver/search.rs", "self.settled(&forced.rest, alpha, beta)?\n        } else",
         "self.settled(&forced.rest, alpha + forced.gain, beta + forced.gain)?\n        } else"),
    ], ["contract::", "boards::whole"]),
    ("decide-on-first", "the first box that can be taken decides (rule D4)", [
        ("src/games/dots/forced.rs", "if left == 2 {", "if left >= 2 {"),
    ], ["knowledge::"]),
    ("meeting-strings-in-any-order", "strings that merge are taken in the order they are met", [
        ("src/games/dots/forced.rs", "if most == 2 { self.in_tree(&position).unwrap_or(coin) } else { coin }", "coin"),
    ], ["knowledge::"]),
    ("safe-lines-only", "lines that give a box away are dropped while there are others", [
        ("src/games/dots/survey.rs", "moves.extend(safe.ones().map(|line| line as Index));\n",
         "moves.extend(safe.ones().map(|line| line as Index));\n        if !safe.is_empty() {\n            return;\n        }\n"),
    ], ["knowledge::", "boards::whole"]),
    ("smallest-piece-alone", "of a sum only the smallest piece is opened (rule D8)", [
        ("src/games/dots/sums.rs", "Some(&coins) => by_chain.max(open_loop(coins, row[j + 1])),", "Some(_) => by_chain,"),
    ], ["sums::"]),
    ("square-symmetries-on-rectangles", "eight symmetries on every board", [
        ("src/board/size.rs", "let all = if self.rows == self.cols { 8 } else { 4 };", "let all = 8;"),
    ], ["dots::", "boards::"]),
    ("not-a-symmetry", "a reflection that is off by one line", [
        ("src/games/dots/symmetry.rs", "symmetry.apply(row, col, size.rows() + 1, size.cols() + 1)",
         "symmetry.apply(row, col, size.rows() + 1, size.cols() + 1 - usize::from(row == 0) % 2)"),
    ], ["dots::", "boards::"]),
    ("mask-of-32-bits", "the mask of lines has 32 bits", [
        ("src/board/word.rs", "debug_assert!(index < <Self as Word>::BITS);\n                1 << index",
         "(1u32 << (index % 32)) as Self"),
    ], ["dots::", "boards::", "word::"]),
    ("area-in-a-byte", "the number of boxes is a byte", [
        ("src/board/size.rs", "self.rows() * self.cols()\n", "usize::from((self.rows() * self.cols()) as u8)\n"),
    ], ["boards::what_is_drawn"]),
    ("hash-only-entry", "an entry answers for every key of its bucket that shares half of its bits", [
        ("src/memory/fixed.rs", "if entry >> PAYLOAD_BITS == wanted && entry != 0 {",
         "if entry >> PAYLOAD_BITS & 0xff == wanted & 0xff && entry != 0 {"),
    ], ["fixed::tests"]),
    ("empty-entry-answers", "an entry that was never written answers for the key that mixes to 0", [
        ("src/memory/fixed.rs", "if entry >> PAYLOAD_BITS == wanted && entry != 0 {", "if entry >> PAYLOAD_BITS == wanted {"),
    ], ["fixed::tests"]),
    ("bucket-leaves-too-little-open", "an entry lacks a bit of the key", [
        ("src/memory/fixed.rs", "a_bucket.next_power_of_two().trailing_zeros();", "a_bucket.next_power_of_two().trailing_zeros() / 2;"),
    ], ["fixed::tests"]),
    ("mixer-loses-keys", "the mixer is no bijection", [
        ("src/memory/fixed.rs", "0xd6e8_feb8_6659_fd93", "0xd6e8_feb8_6659_fd92"),
    ], ["fixed::tests"]),
    ("second-word-unread", "of an entry of two words one is compared", [
        ("src/memory/fixed.rs", "let same = self.0[1].load(Ordering::Relaxed) == rest as u64;\n        self.0[0]",
         "let same = true;\n        self.0[0]"),
        ("src/memory/fixed.rs", " || self.0[1].load(Ordering::Relaxed) != rest as u64 {", " {"),
    ], ["fixed::tests"]),
    ("unclaimed-write", "an entry of two words is written without a claim", [
        ("src/memory/fixed.rs", "if self.claim(head) {\n            self.0[1].store", "if head & CLAIMED == 0 {\n            self.0[1].store"),
    ], ["fixed::tests"]),
    ("limit-of-memory-ignored", "a growing memory takes more when it is full", [
        ("src/memory/growing.rs", "bytes / (6 * entry)", "bytes / (2 * entry)"),
    ], ["memory::"]),
    ("stopped-search-stores", "a search that is stopped stores what it was about to prove", [
        ("src/solver/search.rs", "self.best_of_candidates(position, &survey, alpha, beta)?.min",
         "self.best_of_candidates(position, &survey, alpha, beta).unwrap_or(alpha).min"),
    ], ["stopping::"]),
    ("root-prunes", "optimal moves are looked for among the moves worth trying", [
        ("src/solver/root.rs", "self.game.moves(position, &mut moves);\n        self.progress",
         "let survey = self.game.survey(position);\n        self.game.candidates(position, &survey.notes, &mut moves);\n"
         "        moves.sort_unstable();\n        self.progress"),
    ], ["boards::whole"]),
    ("mover-not-in-key", "on an oblong board of Domineering the key leaves out whose turn it is", [
        ("src/games/domineering/field.rs", "let side = u32::from(position.horizontal && !self.is_square()) << NUMBER_BITS;", "let side = 0;"),
    ], ["domineering::field"]),
    ("number-not-in-key", "the key of Domineering leaves out the number beside the board", [
        ("src/games/domineering/field.rs", "side | number, area as u32", "side, area as u32"),
    ], ["domineering::field"]),
    ("one-mover-for-both-in-key", "the key of Domineering holds the squares as Vertical numbers them, whoever moves", [
        ("src/games/domineering/field.rs",
         "W::key(least_image(position.mine, mine.length, mine.lines, mine.first_line), side | number, area as u32)",
         "let (vertical, of_vertical) = if position.horizontal { (position.yours, &self.sides[0]) } else { (position.mine, mine) };\n"
         "        let least = least_image(vertical, of_vertical.length, of_vertical.lines, of_vertical.first_line);\n"
         "        W::key(least, side | number, area as u32)"),
    ], ["domineering::field"]),
    ("line-not-reflected", "an image of a board of Domineering loses its last line", [
        ("src/games/domineering/images.rs", "for _ in 1..lines {", "for _ in 2..lines {"),
    ], ["domineering::"]),
    ("strips-overlap", "a line of Domineering counts in two strips", [
        ("src/games/domineering/strips.rs", "next.better(earlier.with(threes.sure(from_earlier)))",
         "next.better(before.with(threes.sure(from_earlier)))"),
    ], ["domineering::limits"]),
    ("mirror-unread", "what three lines of Domineering are worth is read without the mirror", [
        ("src/games/domineering/threes.rs", "if self.is_turned { turned } else { filling }", "filling"),
    ], ["domineering::threes"]),
]


def plant(copy, replacements):
    for file, text, bug in replacements:
        path = copy / file
        source = path.read_text()
        if source.count(text) != 1:
            sys.exit(f"{file} holds this {source.count(text)} times, not once; mend the list of bugs:\n{text}")
        path.write_text(source.replace(text, bug))


def cargo(copy, *arguments):
    command = ["cargo", "test", "--quiet", "--lib", "--locked", "--no-default-features", *arguments]
    environment = {**os.environ, "CARGO_PROFILE_TEST_DEBUG": "0"}
    return subprocess.run(command, cwd=copy, capture_output=True, text=True, timeout=1800, env=environment)


def main():
    wanted = sys.argv[1:]
    unknown = set(wanted) - {name for name, *_ in BUGS}
    if unknown:
        sys.exit(f"no such bug: {', '.join(sorted(unknown))}")
    survivors = []
    with tempfile.TemporaryDirectory() as scratch:
        copy = pathlib.Path(scratch) / "copy"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns("target", ".git", "node_modules", ".venv"))
        listed = cargo(copy, "--", "--list").stdout
        unmatched = [each for *_, filters in BUGS for each in filters if each not in listed]
        if unmatched:
            sys.exit(f"no test matches: {', '.join(unmatched)}")
        every_filter = sorted({each for *_, filters in BUGS for each in filters})
        if cargo(copy, "--", *every_filter).returncode != 0:
            sys.exit("the tests fail as it is: mend that first")
        for name, what, replacements, filters in BUGS:
            if wanted and name not in wanted:
                continue
            originals = {file: (copy / file).read_text() for file, *_ in replacements}
            plant(copy, replacements)
            built = cargo(copy, "--no-run")
            if built.returncode != 0:
                sys.exit(f"{name} does not compile:\n{built.stderr}")
            noticed = cargo(copy, "--", *filters).returncode != 0
            print(f"{'noticed ' if noticed else 'SURVIVED'}  {name}: {what}", flush=True)
            survivors += [] if noticed else [name]
            for file, source in originals.items():
                (copy / file).write_text(source)
    if survivors:
        sys.exit(f"not noticed: {', '.join(survivors)}")


if __name__ == "__main__":
    main()
