//! Ctrl-C: the first ends the work in good order, the second ends the program.

use super::failure::Status;
use crate::solver::StopSwitch;

/// Throws `switch` when the user interrupts the program.
pub(super) fn stops(switch: StopSwitch) {
    let handler = move || {
        if switch.is_stopped() {
            std::process::exit(Status::Interrupted as i32);
        }
        switch.stop();
    };
    // Whoever started the program with interrupts ignored wants them ignored.
    let _ = ctrlc::try_set_handler(handler);
}
