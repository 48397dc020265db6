//! What those who watch see: the whole hall once, then whatever happens.

use futures_util::stream::{self, Stream};
use std::collections::VecDeque;
use std::sync::Arc;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

/// The hall as it is, as JSON, and what happens in it from now on.
pub(in super::super) struct Watching {
    /// The hall.
    pub(in super::super) snapshot: String,
    /// What happens.
    pub(super) events: broadcast::Receiver<Arc<str>>,
}

/// What a watcher hears next.
enum Next {
    Snapshot(String),
    Listen,
}

impl Watching {
    /// The events one by one, the snapshot first. Whoever is too far behind hears no more: to look at the
    /// hall anew, ask again.
    pub(in super::super) fn events(self) -> impl Stream<Item = Arc<str>> + Send {
        let first = VecDeque::from([Next::Snapshot(self.snapshot), Next::Listen]);
        stream::unfold((first, self.events), |(mut next, mut events)| async move {
            match next.pop_front()? {
                Next::Snapshot(snapshot) => Some((snapshot.into(), (next, events))),
                Next::Listen => {
                    let event = match events.recv().await {
                        Ok(event) => event,
                        Err(RecvError::Lagged(_) | RecvError::Closed) => return None,
                    };
                    next.push_back(Next::Listen);
                    Some((event, (next, events)))
                }
            }
        })
    }
}
