//! From what people write to positions, and back.

use crate::board::Size;
use crate::games::Position;
use crate::games::dots::{DotsPosition, Line, Rule};

impl Position {
    /// Reads the text form.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut parts = text.split(':');
        let rule = if parts.next() == Some("dotdot") { Rule::Connected } else { Rule::Free };
        let (r, c) = parts.next().ok_or("size")?.split_once('x').ok_or("size")?;
        let size = Size::new(r.parse().map_err(|_| "r")?, c.parse().map_err(|_| "c")?).map_err(|e| e.to_string())?;
        let bits = parts.next().unwrap_or("");
        if !bits.is_empty() && bits.len() != Line::count(size) {
            return Err("lines".into());
        }
        Ok(Position::Dots(DotsPosition::from_bits(size, rule, bits.bytes().map(|b| b == b'1'))))
    }
}
