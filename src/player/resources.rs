//! What of the machine a player may use.

use crate::table::Catalog;
use std::sync::Arc;

/// What a player may use where its own options do not say.
#[derive(Clone, Debug)]
pub struct Resources {
    /// The most bytes that a search remembers.
    pub memory: u64,
    /// The tables to look in before anything is searched; `None` where there are none.
    pub tables: Option<Arc<Catalog>>,
}

impl Default for Resources {
    /// 256 MiB, and the usual tables.
    fn default() -> Self {
        Self { memory: 256 << 20, tables: Some(Catalog::shared()) }
    }
}
