//! Something that is done on a thread of a lane while somebody waits for it.

use super::pool::{Lane, Task};
use super::problem::Problem;
use crate::solver::StopSwitch;
use tokio::sync::oneshot;

/// Throws its switch when it is dropped: whoever waited has gone away.
struct StopWhenDropped(StopSwitch);

impl Drop for StopWhenDropped {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// What `act` gives, which is told by a switch when nobody waits for it any more.
///
/// # Errors
/// [`Problem`] where no more can wait, and where the lane is closed before it is done.
pub(super) async fn done<T: Send + 'static>(
    lane: &Lane,
    act: impl FnOnce(StopSwitch) -> T + Send + 'static,
) -> Result<T, Problem> {
    let asking = StopWhenDropped(StopSwitch::default());
    let (sender, given) = oneshot::channel();
    let switch = asking.0.clone();
    let run = move |_| {
        let _ = sender.send(act(switch));
    };
    lane.submit(Task { switch: asking.0.clone(), run: Box::new(run) })?;
    given.await.map_err(|_| match asking.0.is_stopped() {
        true => Problem::ending(),
        false => Problem::internal("what was asked for broke off"),
    })
}
