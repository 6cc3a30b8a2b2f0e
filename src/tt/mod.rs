//! tt
