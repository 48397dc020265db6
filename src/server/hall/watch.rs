//! What those who watch see: the whole hall once, then whatever happens.

use futures_util::stream::{self, Stream, StreamExt};
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::broadcast;

/// A look at the hall that all share who come soon after it: how it was, and what has happened since.
#[derive(Clone, Debug)]
pub(super) struct Look {
    at: Instant,
    snapshot: Arc<str>,
    since: Vec<Arc<str>>,
}

impl Look {
    /// The hall as it is now.
    pub(super) fn new(snapshot: Arc<str>, now: Instant) -> Self {
        Self { at: now, snapshot, since: Vec::new() }
    }

    /// Whether it is as good as another.
    pub(super) fn is_fresh(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.at) < super::FRESH
    }

    /// The hall as it was, as JSON.
    pub(super) fn snapshot(&self) -> &Arc<str> {
        &self.snapshot
    }

    /// Something has happened; false where so much has that a new look is better.
    pub(super) fn happened(&mut self, event: &Arc<str>) -> bool {
        self.since.push(Arc::clone(event));
        self.since.len() < super::BEHIND
    }
}

/// The hall as it was a moment ago, as JSON, and what happens in it from then on.
pub(in super::super) struct Watching {
    /// The hall, and what has happened since.
    look: Look,
    /// What happens.
    events: broadcast::Receiver<Arc<str>>,
}

impl Watching {
    /// A look, and what happens after what it has.
    pub(super) fn new(look: Look, events: broadcast::Receiver<Arc<str>>) -> Self {
        Self { look, events }
    }

    /// The look alone.
    pub(super) fn look(&self) -> &Look {
        &self.look
    }

    /// The events one by one, the snapshot first. Whoever is too far behind hears no more: to look at the
    /// hall anew, ask again.
    pub(in super::super) fn events(self) -> impl Stream<Item = Arc<str>> + Send {
        let Look { snapshot, since, .. } = self.look;
        let from_now = stream::unfold(self.events, |mut events| async move {
            let event = events.recv().await.ok()?;
            Some((event, events))
        });
        stream::iter(std::iter::once(snapshot).chain(since)).chain(from_now)
    }
}
