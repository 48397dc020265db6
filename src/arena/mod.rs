//! Players against each other, and against the truth.
//!
//! | to | use |
//! | --- | --- |
//! | play one game under clocks | [`Referee`] |
//! | judge an answer that came from elsewhere | [`accept`], [`Clock`] |
//! | play many games, by threads, recorded | [`Event`], [`Fixture`], [`Recorder`] |
//! | go on with a record, or look at one | [`Record`] |
//! | say who meets whom, and who stands where | [`pairing`], [`standings`] |
//! | sum a match up | [`Summary`], [`Rating`] |
//! | hold a player against exact values | [`Validator`], [`Truth`] |
//! | compare strategies over sizes | [`Analysis`] |
//! | walk through a game | [`replay()`] |
//!
//! Nothing here prints. Whoever wants to see work grow passes a function that is called as things happen,
//! or looks at a [`Count`]; a [`StopSwitch`](crate::solver::StopSwitch) ends it.

mod analyze;
mod clock;
mod event;
mod fixture;
pub mod pairing;
mod parallel;
mod question;
mod rating;
mod record;
mod record_read;
mod referee;
mod replay;
mod roster;
pub mod standings;
mod summary;
mod truth;
mod validate;
mod verdict;

pub use analyze::{Analysis, AnalyzeError, Cell, ExactBoard, SizeRange, all_pairs};
pub use clock::{Clock, Overrun, TimeControl};
pub use event::{Effort, Event, EventError, GameResult, Happening, Playing, REMATCHES};
pub use fixture::{Fixture, Starts, match_fixtures, opening_chance, random_openings, tournament_fixtures};
pub use parallel::Count;
pub use question::{Question, sample};
pub use rating::{Rating, Share, Sprt, SprtState};
pub use record::{Header, Recorder, SCHEMA as RECORD_SCHEMA};
pub use record_read::{Record, RecordError, RecordedBye, RecordedGame, RecordedMove, RecordedRound};
pub use referee::{Answerless, Finished, Made, Referee, accept};
pub use replay::{ExactMove, Step, replay};
pub use roster::{Entrant, EntryError};
pub use summary::{LossError, LossLimits, Losses, PlayerSummary, Summary, losses, trials};
pub use truth::{Exact, OpenKey, Truth};
pub use validate::{Blunder, Claims, Phase, ValidateError, Validation, Validator};
pub use verdict::{Forfeit, ForfeitKind, Verdict};
