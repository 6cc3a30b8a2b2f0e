//! The table that all threads of a search share: what was found out about positions, by key.
//!
//! Owns memory, replacement and ageing. It knows keys and [`Entry`]s, nothing of games or of trees:
//! that mates are counted from the position itself is the caller's business.
//!
//! Nothing is written when a table is made: the system hands out pages of zeros as they are first used,
//! so that a table of any size stands at once.
//!
//! No locks: a slot is two words, written and read one by one without order. The first holds the key
//! combined with the second, so that a slot torn by two writers, or read between the two writes, does
//! not match its key and counts as absent.

mod entry;

#[cfg(test)]
mod tests;

pub use entry::{Bound, Entry};

use entry::{AGES, packed_age, packed_depth};
use prefetch_index::prefetch_index;
use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::thread;
use zerocopy::FromZeros;

/// Why there is no table of the size asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no memory for a hash table of {megabytes} MiB")]
pub struct TableError {
    /// The size asked for.
    pub megabytes: usize,
}

/// Slots in a bucket, which is one cache line.
const SLOTS: usize = 4;

/// Words in a bucket.
const WORDS: usize = 2 * SLOTS;

/// Size of a bucket in bytes.
const LINE: usize = WORDS * size_of::<u64>();

/// Buckets in a MiB.
const BUCKETS_PER_MEGABYTE: usize = (1 << 20) / LINE;

/// The largest table, in MiB, that is emptied by writing zeros and given back at once. A larger one is
/// given back in the background, for pages in use take their time, and emptied by taking fresh ones.
const SMALL: usize = 16;

/// Buckets that [`Table::hashfull`] looks at.
const SAMPLE: usize = 250;

/// How many plies of depth one search of age is worth when a slot is to be given up.
const AGE_WEIGHT: i32 = 4;

/// How much shallower than a present entry for the same position a new bound may be to replace it.
const SHALLOWER: u8 = 3;

/// A slot: its check, then its data.
type Slot = [AtomicU64; 2];

/// The table. A key belongs to one bucket of four slots; any number of MiB is possible.
pub struct Table {
    words: Vec<AtomicU64>,
    /// The word that begins the first bucket, at the beginning of a cache line.
    first: usize,
    buckets: usize,
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
        let buckets = megabytes.max(1).checked_mul(BUCKETS_PER_MEGABYTE).ok_or(error)?;
        // One bucket more than there are, for the shift to the beginning of a line.
        let count =
            buckets.checked_add(1).and_then(|lines| lines.checked_mul(WORDS)).ok_or(error)?;
        let words = AtomicU64::new_vec_zeroed(count).map_err(|_| error)?;
        let first = words.as_ptr().align_offset(LINE).min(WORDS);
        Ok(Table { words, first, buckets, age: AtomicU8::new(0) })
    }

    /// Size in MiB.
    #[must_use]
    pub fn megabytes(&self) -> usize {
        self.buckets / BUCKETS_PER_MEGABYTE
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        let megabytes = self.megabytes();
        if megabytes > SMALL
            && let Ok(fresh) = Table::new(megabytes)
        {
            *self = fresh;
            return;
        }
        self.words.par_iter_mut().for_each(|word| *word.get_mut() = 0);
        self.age = AtomicU8::new(0);
    }

    /// A new search begins: what is in the table is older than what will be stored.
    pub fn new_search(&self) {
        self.age.store((self.age.load(Ordering::Relaxed) + 1) % AGES, Ordering::Relaxed);
    }

    /// Begins to fetch from memory what is known about a position: it takes as long as a good part of the work on a
    /// node.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch_index(self.slots(), self.bucket_index(key) * SLOTS);
    }

    /// What is known about a position.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        for [check, data] in self.bucket(key) {
            let data = data.load(Ordering::Relaxed);
            if data != 0 && check.load(Ordering::Relaxed) ^ data == key {
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
        let bucket = self.bucket(key);
        let mut victim = &bucket[0];
        let mut least = i32::MAX;
        for slot in bucket {
            let [check, data] = slot;
            let data = data.load(Ordering::Relaxed);
            if data != 0 && check.load(Ordering::Relaxed) ^ data == key {
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
        let [check, held] = victim;
        check.store(key ^ data, Ordering::Relaxed);
        held.store(data, Ordering::Relaxed);
    }

    /// How full the table is with entries of the present search, in permill, judged by a sample.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = self.buckets.min(SAMPLE) * SLOTS;
        let used = self
            .slots()
            .iter()
            .take(sample)
            .map(|[_, data]| data.load(Ordering::Relaxed))
            .filter(|&data| data != 0 && packed_age(data) == age)
            .count();
        (used * 1000 / sample) as u32
    }

    #[inline]
    fn bucket_index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets as u128) >> 64) as usize
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; SLOTS] {
        &self.slots().as_chunks().0[self.bucket_index(key)]
    }

    /// All slots, bucket after bucket; a few more than the buckets hold.
    #[inline]
    fn slots(&self) -> &[Slot] {
        self.words[self.first..].as_chunks().0
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        if self.megabytes() <= SMALL {
            return;
        }
        let words = std::mem::take(&mut self.words);
        let freeing = thread::Builder::new().name("free".to_owned()).spawn(move || drop(words));
        if let Err(error) = freeing {
            log::debug!("memory was given back in the foreground: {error}");
        }
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
