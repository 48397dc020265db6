//! How values are written.
//!
//! | value | written |
//! | --- | --- |
//! | numbers | `0` `-3` `1/2` |
//! | stars (nimbers) | `*` `*2` |
//! | ups and downs | `^` `^^` `^3` `v` `vv` `v3` |
//! | sums of these | `1*` `^*` `1/2v*2`, the number first |
//! | everything else | `{L|R}`, options separated by commas: `{1|-1}` `{{2|0}|0}` `{1*|-1*}` |

use super::Dyadic;
use super::forms::{Form, Forms};

/// `number + ups * up + star`.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Simple {
    number: Dyadic,
    ups: i32,
    star: u32,
}

impl Forms<'_> {
    /// The value in the notation at the head of this file. Options are sorted by length, then by
    /// their letters.
    pub fn name(&self, form: Form) -> String {
        if let Some(simple) = self.simple(form) {
            return simple.to_string();
        }
        let side = |options: &[Form]| {
            let mut names: Vec<String> = options.iter().map(|&option| self.name(option)).collect();
            names.sort_unstable_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
            names.join(",")
        };
        format!("{{{}|{}}}", side(self.left(form)), side(self.right(form)))
    }

    /// The form as a number, ups and a star, if it is such a sum.
    fn simple(&self, form: Form) -> Option<Simple> {
        if let Some(number) = self.as_number(form) {
            return Some(Simple { number, ups: 0, star: 0 });
        }
        let stops = self.shape(form).stops;
        if stops.left != stops.right {
            return None;
        }
        let number = stops.left;
        let options = |options: &[Form]| -> Option<Vec<(i32, u32)>> {
            let simple = options.iter().map(|&option| self.simple(option).filter(|simple| simple.number == number));
            let mut all: Vec<(i32, u32)> =
                simple.map(|simple| simple.map(|s| (s.ups, s.star))).collect::<Option<_>>()?;
            all.sort_unstable();
            Some(all)
        };
        let (left, right) = (options(self.left(form))?, options(self.right(form))?);
        if left == right && left.iter().enumerate().all(|(index, &option)| option == (0, index as u32)) {
            return Some(Simple { number, ups: 0, star: left.len() as u32 });
        }
        let (ups, star) = Self::upward(&left, &right).or_else(|| {
            let turned = |options: &[(i32, u32)]| options.iter().map(|&(ups, star)| (-ups, star)).collect::<Vec<_>>();
            Self::upward(&turned(&right), &turned(&left)).map(|(ups, star)| (-ups, star))
        })?;
        Some(Simple { number, ups, star })
    }

    /// Ups and star of a positive multiple of up, from its options: `^*` is `{0,*|0}`, every other
    /// `n` ups with a star are `{0|n - 1 ups with the star and one more}`.
    fn upward(left: &[(i32, u32)], right: &[(i32, u32)]) -> Option<(i32, u32)> {
        match (left, right) {
            ([(0, 0), (0, 1)], [(0, 0)]) => Some((1, 1)),
            ([(0, 0)], &[(ups, star)]) if ups > 0 || ups == 0 && star > 0 => Some((ups + 1, star ^ 1)),
            _ => None,
        }
    }
}

impl std::fmt::Display for Simple {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.number != Dyadic::ZERO || self.ups == 0 && self.star == 0 {
            write!(f, "{}", self.number)?;
        }
        let arrow = if self.ups > 0 { "^" } else { "v" };
        match self.ups.unsigned_abs() {
            0 => {}
            ups @ 1..=2 => f.write_str(&arrow.repeat(ups as usize))?,
            ups => write!(f, "{arrow}{ups}")?,
        }
        match self.star {
            0 => Ok(()),
            1 => f.write_str("*"),
            star => write!(f, "*{star}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Halted;
    use super::*;

    fn game(forms: &mut Forms<'_>, left: &[Form], right: &[Form]) -> Form {
        forms.canonical(left.to_vec(), right.to_vec()).expect("room")
    }

    #[test]
    fn names_of_small_games() -> Result<(), Halted> {
        let mut forms = Forms::new(1 << 20, &|| true);
        let zero = Form::ZERO;
        let one = forms.number(Dyadic::integer(1))?;
        let minus_one = forms.negative(one)?;
        let star = game(&mut forms, &[zero], &[zero]);
        let up = game(&mut forms, &[zero], &[star]);
        let double_up = forms.sum(up, up)?;
        let triple_up = forms.sum(double_up, up)?;
        let star_two = game(&mut forms, &[zero, star], &[zero, star]);
        let up_star = forms.sum(up, star)?;
        let switch = game(&mut forms, &[one], &[minus_one]);
        let cases = [
            (zero, "0"),
            (star, "*"),
            (up, "^"),
            (double_up, "^^"),
            (triple_up, "^3"),
            (up_star, "^*"),
            (switch, "{1|-1}"),
            (star_two, "*2"),
        ];
        for (form, name) in cases {
            assert_eq!(forms.name(form), name);
        }
        let down_star = forms.negative(up_star)?;
        assert_eq!(forms.name(down_star), "v*");
        let up_star_two = forms.sum(up, star_two)?;
        assert_eq!(forms.name(up_star_two), "^*2");
        let one_up_star = forms.sum(one, up_star)?;
        assert_eq!(forms.name(one_up_star), "1^*");
        // Left answers 1, so Right has no reason to move: the simplest number above 0.
        assert_eq!(game(&mut forms, &[zero], &[switch]), one);
        let threat = game(&mut forms, &[zero], &[minus_one]);
        let tiny = game(&mut forms, &[zero], &[threat]);
        assert_eq!(forms.name(tiny), "{0|{0|-1}}");
        Ok(())
    }

    #[test]
    fn simplification() -> Result<(), Halted> {
        let mut forms = Forms::new(1 << 20, &|| true);
        let zero = Form::ZERO;
        let one = forms.number(Dyadic::integer(1))?;
        let star = game(&mut forms, &[zero], &[zero]);
        assert_eq!(game(&mut forms, &[star], &[star]), zero);
        assert_eq!(forms.sum(star, star)?, zero);
        let half = game(&mut forms, &[zero], &[one]);
        assert_eq!(forms.as_number(half), Some(Dyadic::new(1, 1)));
        assert_eq!(forms.sum(half, half)?, one);
        let up = game(&mut forms, &[zero], &[star]);
        // {up|up} is {0|up}, which is up + up + star.
        let reversed = game(&mut forms, &[up], &[up]);
        assert_eq!(forms.name(reversed), "^^*");
        let minus = forms.negative(reversed)?;
        assert_eq!(forms.sum(reversed, minus)?, zero);
        assert!(forms.is_at_most(zero, up) && !forms.is_at_most(up, zero));
        assert!(!forms.is_at_most(star, zero) && !forms.is_at_most(zero, star));
        Ok(())
    }

    #[test]
    fn a_store_stops_when_told() {
        let mut forms = Forms::new(1 << 20, &|| false);
        assert_eq!(forms.number(Dyadic::integer(3)), Err(Halted::Stopped));
        assert_eq!(forms.number(Dyadic::ZERO), Ok(Form::ZERO));
    }

    #[test]
    fn a_full_store_says_so() {
        let mut forms = Forms::new(8 << 10, &|| true);
        let grown = (0..1000).try_for_each(|n| forms.number(Dyadic::new(2 * n + 1, 1)).map(drop));
        assert_eq!(grown, Err(Halted::Full));
    }
}
