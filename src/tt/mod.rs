//! The table that all threads of a search share: what was found out about positions, by key.
//!
//! Owns memory, replacement and ageing. It knows keys and [`Entry`]s, nothing of games or of trees:
//! that mates are counted from the position itself is the caller's business.
//!
//! No locks: a slot is two words, written and read one by one without order. The first holds the key
//! combined with the second, so that a slot torn by two writers, or read between the two writes, does
//! not match its key and counts as absent.

mod entry;

#[cfg(test)]
mod tests;

pub use entry::{Bound, Entry};

use entry::{AGES, packed_age, packed_depth};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// Why there is no table of the size asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no memory for a hash table of {megabytes} MiB")]
pub struct TableError {
    /// The size asked for.
    pub megabytes: usize,
}

/// Slots in a bucket, which is one cache line.
const SLOTS: usize = 4;

/// Buckets in a MiB.
const BUCKETS_PER_MEGABYTE: usize = (1 << 20) / size_of::<Bucket>();

/// Buckets that [`Table::hashfull`] looks at.
const SAMPLE: usize = 250;

/// How many plies of depth one search of age is worth when a slot is to be given up.
const AGE_WEIGHT: i32 = 4;

/// How much shallower than a present entry for the same position a new bound may be to replace it.
const SHALLOWER: u8 = 3;

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

/// The table. A key belongs to one bucket of four slots; any number of MiB is possible.
pub struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("megabytes", &self.megabytes()).finish_non_exhaustive()
    }
}

impl Table {
    /// An empty table of so many MiB, at least one.
    ///
    /// # Errors
    /// The memory can't be had.
    pub fn new(megabytes: usize) -> Result<Table, TableError> {
        let error = TableError { megabytes };
        let count = megabytes.max(1).checked_mul(BUCKETS_PER_MEGABYTE).ok_or(error)?;
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| error)?;
        // The fresh pages are touched by all processors together.
        (0..count).into_par_iter().map(|_| Bucket::default()).collect_into_vec(&mut buckets);
        Ok(Table { buckets, age: AtomicU8::new(0) })
    }

    /// Size in MiB.
    #[must_use]
    pub fn megabytes(&self) -> usize {
        self.buckets.len() / BUCKETS_PER_MEGABYTE
    }

    /// Empties the table, with all processors.
    pub fn clear(&mut self) {
        let count = self.buckets.len();
        (0..count).into_par_iter().map(|_| Bucket::default()).collect_into_vec(&mut self.buckets);
        self.age = AtomicU8::new(0);
    }

    /// A new search begins: what is in the table is older than what will be stored.
    pub fn new_search(&self) {
        self.age.store((self.age.load(Ordering::Relaxed) + 1) % AGES, Ordering::Relaxed);
    }

    /// What is known about a position.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if data != 0 && slot.check.load(Ordering::Relaxed) ^ data == key {
                return Some(Entry::unpack(data));
            }
        }
        None
    }

    /// Stores what was found out. An entry without action keeps the action known before; a bound does
    /// not replace a value for the same position that looks much deeper.
    #[inline]
    pub fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut victim = &self.bucket(key).0[0];
        let mut least = i32::MAX;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if data != 0 && slot.check.load(Ordering::Relaxed) ^ data == key {
                if entry.action.is_none() {
                    entry.action = Entry::unpack(data).action;
                }
                if entry.bound != Some(Bound::Exact)
                    && packed_age(data) == age
                    && packed_depth(data) > entry.depth.saturating_add(SHALLOWER)
                {
                    return;
                }
                victim = slot;
                break;
            }
            let worth = worth(data, age);
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        let data = entry.pack(age);
        victim.check.store(key ^ data, Ordering::Relaxed);
        victim.data.store(data, Ordering::Relaxed);
    }

    /// How full the table is with entries of the present search, in permill, judged by a sample.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(SAMPLE)];
        let used = sample
            .iter()
            .flat_map(|bucket| &bucket.0)
            .map(|slot| slot.data.load(Ordering::Relaxed))
            .filter(|&data| data != 0 && packed_age(data) == age)
            .count();
        (used * 1000 / (sample.len() * SLOTS)) as u32
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

/// How much an entry is worth keeping: deep and young ones most, an empty slot least.
#[inline]
fn worth(data: u64, age: u8) -> i32 {
    if data == 0 {
        return i32::MIN;
    }
    let searches_ago = age.wrapping_sub(packed_age(data)) % AGES;
    i32::from(packed_depth(data)) - AGE_WEIGHT * i32::from(searches_ago)
}
