//! Ctrl-C: the first ends the work in good order, the second ends the program.

use super::failure::{Status, say};
use crate::solver::StopSwitch;

/// Throws `switch` when the user interrupts the program or the system asks it to end.
pub(super) fn stops(switch: StopSwitch) {
    let handler = move || {
        if switch.is_stopped() {
            std::process::exit(Status::Interrupted as i32);
        }
        switch.stop();
    };
    if ctrlc::set_handler(handler).is_err() {
        say("note: Ctrl-C will end the program at once, without a word on what is proved");
    }
}
