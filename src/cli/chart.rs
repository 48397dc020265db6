//! Charts in SVG: curves, and tables in colour. Every mark has a title with its numbers, and nothing hangs
//! on colour alone.

use super::columns::percent;
use std::fmt::Write;

/// A curve of shares, with the interval of each where it is known.
#[derive(Debug)]
pub(super) struct Curve<'c> {
    /// What is drawn.
    pub(super) title: &'c str,
    /// What stands below the marks.
    pub(super) across: &'c str,
    /// What is measured.
    pub(super) up: &'c str,
    pub(super) points: Vec<Point>,
}

/// A mark on a curve.
#[derive(Debug)]
pub(super) struct Point {
    /// What stands below it.
    pub(super) label: String,
    /// The share, from 0 to 1.
    pub(super) share: f64,
    /// Its interval; none where the share is no estimate.
    pub(super) interval: Option<[f64; 2]>,
    /// More about it.
    pub(super) about: String,
}

const HEIGHT: f64 = 240.0;
const LEFT: f64 = 64.0;
const TOP: f64 = 56.0;
const STEP: f64 = 56.0;

/// Writes letters that SVG gives a meaning as what they stand for.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn begin(width: f64, height: f64, title: &str) -> String {
    let title = escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-labelledby=\"title\" font-family=\"sans-serif\" font-size=\"13\" \
         text-anchor=\"middle\" fill=\"#222\">\n<title id=\"title\">{title}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"16\" y=\"26\" font-size=\"15\" font-weight=\"bold\" text-anchor=\"start\">{title}</text>\n"
    )
}

impl Curve<'_> {
    /// The share at the foot of the chart: nothing that is drawn is below it.
    fn floor(&self) -> f64 {
        let least =
            self.points.iter().map(|point| point.interval.map_or(point.share, |[low, _]| low)).fold(1.0, f64::min);
        [0.8, 0.6].into_iter().find(|&floor| floor <= least).unwrap_or(0.0)
    }

    pub(super) fn svg(&self) -> String {
        let across = STEP * self.points.len().max(4) as f64;
        let width = (LEFT + across + 24.0).max(self.title.chars().count() as f64 * 8.5 + 32.0);
        let mut svg = begin(width, TOP + HEIGHT + 64.0, self.title);
        let floor = self.floor();
        let y = |share: f64| TOP + HEIGHT * (1.0 - share.clamp(floor, 1.0)) / (1.0 - floor);
        let quarters = [0.0, 0.25, 0.5, 0.75, 1.0].map(|quarter| floor + quarter * (1.0 - floor));
        let x = |at: usize| LEFT + STEP * (at as f64 + 0.5);
        svg += "<g stroke=\"#ddd\">\n";
        for at in quarters.map(y) {
            let _ = writeln!(svg, "<line x1=\"{LEFT}\" y1=\"{at:.0}\" x2=\"{}\" y2=\"{at:.0}\"/>", LEFT + across);
        }
        svg += "</g>\n<g fill=\"#555\" font-size=\"12\" text-anchor=\"end\">\n";
        for share in quarters {
            let (x, y) = (LEFT - 8.0, y(share) + 4.0);
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y:.0}\">{:.0} %</text>", 100.0 * share);
        }
        let line: Vec<String> =
            self.points.iter().enumerate().map(|(at, point)| format!("{:.1},{:.1}", x(at), y(point.share))).collect();
        let _ = writeln!(
            svg,
            "</g>\n<polyline points=\"{}\" fill=\"none\" stroke=\"#0b5fa5\" stroke-width=\"2.5\"/>",
            line.join(" ")
        );
        for (at, point) in self.points.iter().enumerate() {
            let [low, high] = point.interval.unwrap_or([point.share; 2]);
            let within =
                point.interval.map_or(String::new(), |[low, high]| format!(" ({} to {})", percent(low), percent(high)));
            let (x, shown) = (x(at), percent(point.share));
            let _ = writeln!(
                svg,
                "<g><title>{}: {shown}{within}{}</title>\n\
                 <line x1=\"{x:.1}\" y1=\"{:.1}\" x2=\"{x:.1}\" y2=\"{:.1}\" stroke=\"#0b5fa5\"/>\n\
                 <circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"4.5\" fill=\"#0b5fa5\"/>\n\
                 <text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"11\">{}</text>\n\
                 <text x=\"{x:.1}\" y=\"{:.1}\">{}</text></g>",
                escaped(&point.label),
                escaped(&point.about),
                y(low),
                y(high),
                y(point.share),
                if y(high) < TOP + 24.0 { y(low) + 20.0 } else { y(high) - 8.0 },
                shown.trim_end_matches(" %"),
                TOP + HEIGHT + 20.0,
                escaped(&point.label)
            );
        }
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\">{}</text>\n<text x=\"16\" y=\"{}\" text-anchor=\"start\" fill=\"#555\">{}</text>\n</svg>",
            LEFT + across / 2.0,
            TOP + HEIGHT + 46.0,
            escaped(self.across),
            TOP - 12.0,
            escaped(self.up)
        );
        svg
    }
}

/// A table of shares in colour: rows and columns of a board's sizes.
#[derive(Debug)]
pub(super) struct HeatMap {
    /// What the shares are of.
    pub(super) title: String,
    /// The numbers of rows, from the top, and of columns.
    pub(super) rows: Vec<usize>,
    pub(super) cols: Vec<usize>,
    /// Row by row.
    pub(super) cells: Vec<Spot>,
}

/// A cell of a heat map.
#[derive(Debug)]
pub(super) struct Spot {
    /// The share, from 0 to 1.
    pub(super) share: f64,
    /// What stands below it, in small letters.
    pub(super) mark: String,
    /// Everything about it.
    pub(super) about: String,
}

const CELL: f64 = 52.0;

/// Heat maps one below the other.
pub(super) fn heat_maps(title: &str, legend: &str, maps: &[HeatMap]) -> String {
    let cols = maps.iter().map(|map| map.cols.len()).max().unwrap_or(0) as f64;
    let longest =
        maps.iter().map(|map| map.title.chars().count()).chain([title.len(), legend.len()]).max().unwrap_or(0);
    let width = (LEFT + cols * CELL + 24.0).max(longest as f64 * 8.0 + 32.0);
    let heights: Vec<f64> = maps.iter().map(|map| map.rows.len() as f64 * CELL + 72.0).collect();
    let mut svg = begin(width, TOP + heights.iter().sum::<f64>() + 8.0, title);
    let _ = writeln!(svg, "<text x=\"16\" y=\"46\" text-anchor=\"start\" fill=\"#555\">{}</text>", escaped(legend));
    let mut top = TOP + 8.0;
    for (map, height) in maps.iter().zip(heights) {
        map.draw(&mut svg, top);
        top += height;
    }
    svg + "</svg>\n"
}

impl HeatMap {
    fn draw(&self, svg: &mut String, top: f64) {
        let _ = writeln!(
            svg,
            "<text x=\"16\" y=\"{}\" text-anchor=\"start\" font-weight=\"bold\">{}</text>",
            top + 16.0,
            escaped(&self.title)
        );
        let grid = top + 48.0;
        for (at, cols) in self.cols.iter().enumerate() {
            let x = LEFT + CELL * (at as f64 + 0.5);
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{}\" fill=\"#555\">{cols}</text>", grid - 8.0);
        }
        for (at, rows) in self.rows.iter().enumerate() {
            let y = grid + CELL * (at as f64 + 0.5) + 5.0;
            let _ =
                writeln!(svg, "<text x=\"{}\" y=\"{y}\" fill=\"#555\" text-anchor=\"end\">{rows}</text>", LEFT - 10.0);
        }
        for (at, spot) in self.cells.iter().enumerate() {
            let (row, col) = (at / self.cols.len().max(1), at % self.cols.len().max(1));
            let (x, y) = (LEFT + CELL * col as f64, grid + CELL * row as f64);
            let _ = writeln!(
                svg,
                "<g><title>{}</title><rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{}\" \
                 stroke=\"#fff\"/><text x=\"{}\" y=\"{}\" fill=\"{ink}\">{:.0}</text>\
                 <text x=\"{}\" y=\"{}\" font-size=\"11\" fill=\"{ink}\">{}</text></g>",
                escaped(&spot.about),
                colour(spot.share),
                x + CELL / 2.0,
                y + CELL / 2.0,
                100.0 * spot.share,
                x + CELL / 2.0,
                y + CELL - 9.0,
                escaped(&spot.mark),
                ink = if (0.2..0.8).contains(&spot.share) { "#222" } else { "#fff" },
            );
        }
    }
}

/// From dark orange by near white to dark blue: told apart by most eyes, and in grey by the ends.
fn colour(share: f64) -> String {
    let (low, middle, high) = ([166.0, 74.0, 0.0], [247.0, 247.0, 247.0], [11.0, 79.0, 140.0]);
    let share = share.clamp(0.0, 1.0);
    let (from, to, at) = if share < 0.5 { (low, middle, 2.0 * share) } else { (middle, high, 2.0 * share - 1.0) };
    let mixed: Vec<String> = from
        .iter()
        .zip(to)
        .map(|(from, to): (&f64, f64)| format!("{:02x}", (from + (to - from) * at).round() as u8))
        .collect();
    format!("#{}", mixed.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_run_from_end_to_end() {
        assert_eq!([0.0, 0.5, 1.0].map(colour), ["#a64a00", "#f7f7f7", "#0b4f8c"]);
    }

    #[test]
    fn charts_have_a_mark_for_every_number() {
        let point = |share| Point { label: "a<b".to_owned(), share, interval: Some([0.1, 0.9]), about: String::new() };
        let curve = Curve { title: "t & u", across: "x", up: "y", points: vec![point(0.2), point(1.0)] };
        let svg = curve.svg();
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.contains("t &amp; u") && svg.contains("a&lt;b: 20.0 %"), "{svg}");
        let spot = || Spot { share: 0.25, mark: "1st".to_owned(), about: "2x3".to_owned() };
        let map = HeatMap { title: "m".to_owned(), rows: vec![2], cols: vec![3, 4], cells: vec![spot(), spot()] };
        let svg = heat_maps("t", "l", &[map]);
        assert_eq!((svg.matches("<title>2x3</title>").count(), svg.matches("</svg>").count()), (2, 1));
    }
}
