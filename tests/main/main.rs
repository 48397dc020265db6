//! Everything that is seen from outside, in one binary.

mod domineering;
