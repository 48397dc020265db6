//! Whoever reads what the program writes. When they are gone, what is still worked on is of use to nobody.

/// Does something once nobody reads standard output any more. A file is always read, and so is everything where
/// a system does not tell.
pub(super) fn gone(act: impl FnOnce() + Send + 'static) {
    #[cfg(unix)]
    std::thread::spawn(move || {
        if waits_for_its_end() {
            act();
        }
    });
    #[cfg(not(unix))]
    let _ = act;
}

/// Waits until the other end of standard output is closed; false where that cannot be known.
#[cfg(unix)]
fn waits_for_its_end() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    let out = std::io::stdout();
    loop {
        let mut watched = [PollFd::new(&out, PollFlags::empty())];
        match poll(&mut watched, None) {
            Err(Errno::INTR) => {}
            Ok(_) if watched[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) => return true,
            _ => return false,
        }
    }
}
