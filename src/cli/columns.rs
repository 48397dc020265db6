//! Tables of words and numbers, in columns.

/// A table: names stand at the left, numbers at the right of their columns.
#[derive(Debug)]
pub(super) struct Columns {
    /// Which columns hold names.
    names: Vec<usize>,
    rows: Vec<Vec<String>>,
}

impl Columns {
    /// A table whose first `names` columns hold names.
    pub(super) fn new(names: usize, heads: &[&str]) -> Self {
        Self { names: (0..names).collect(), rows: vec![heads.iter().map(|&head| head.to_owned()).collect()] }
    }

    /// A column that holds names too.
    pub(super) fn names_at(mut self, column: usize) -> Self {
        self.names.push(column);
        self
    }

    /// Adds a row; what is longer than the heads has none.
    pub(super) fn add(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    /// The rows, two spaces between columns, none at the end of a line.
    pub(super) fn text(&self) -> String {
        let count = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..count).map(width).collect();
        let mut text = String::new();
        for row in &self.rows {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
                if self.names.contains(&column) { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            });
            text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
            text.push('\n');
        }
        text
    }
}

/// A share as a percentage: to one place, or to as many more as tell it from none and from all.
pub(super) fn percent(share: f64) -> String {
    let is_told = |places: &usize| {
        let least = 0.1_f64.powi(*places as i32) / 2.0;
        let part = 100.0 * share;
        share <= 0.0 || share >= 1.0 || (part >= least && part < 100.0 - least)
    };
    let places = (1..MOST_PLACES).find(is_told).unwrap_or(MOST_PLACES);
    format!("{:.places$} %", 100.0 * share)
}

/// Places behind the point of a percentage.
const MOST_PLACES: usize = 4;

/// A time in the unit that suits it.
pub(super) fn in_seconds(seconds: f64) -> String {
    match seconds {
        1.0.. => format!("{seconds:.2} s"),
        1e-3.. => format!("{:.2} ms", seconds * 1e3),
        _ => format!("{:.1} µs", seconds * 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_left_and_numbers_right() {
        let mut table = Columns::new(1, &["player", "wins"]);
        table.add(vec!["a".to_owned(), "12".to_owned()]);
        table.add(vec!["longer name".to_owned(), String::new()]);
        assert_eq!(table.text(), "player       wins\na              12\nlonger name\n");
    }

    #[test]
    fn numbers_have_their_units() {
        let shares = [0.0, 1e-9, 0.0001, 0.0004, 0.9876, 0.9994, 0.99951, 1.0 - 50.0 / 131_071.0, 1.0];
        let shown = ["0.0 %", "0.0000 %", "0.01 %", "0.04 %", "98.8 %", "99.9 %", "99.95 %", "99.96 %", "100.0 %"];
        assert_eq!(shares.map(percent), shown);
        assert_eq!([2.0, 0.0025, 0.000_004].map(in_seconds), ["2.00 s", "2.50 ms", "4.0 µs"]);
    }
}
