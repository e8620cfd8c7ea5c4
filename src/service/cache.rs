//! Results that are kept for later requests, within a number of bytes. The one that was asked for the longest time ago goes
//! first.

use std::hash::Hash;

use lru::LruCache;

use super::request::Answer;

/// About how many bytes an answer takes besides its own: its key, the entries of the map and of the list, and their allocations.
pub const ENTRY_BYTES: u64 = 640;

pub struct Cache<K: Hash + Eq> {
    answers: LruCache<K, Answer>,
    /// Those of all answers and of what keeps them.
    bytes: u64,
    bytes_max: u64,
}

impl<K: Hash + Eq> Cache<K> {
    pub fn new(bytes_max: u64) -> Cache<K> {
        Cache {
            answers: LruCache::unbounded(),
            bytes: 0,
            bytes_max,
        }
    }

    pub fn get(&mut self, key: &K) -> Option<Answer> {
        self.answers.get(key).cloned()
    }

    /// Keeps an answer, unless it is larger than the cache. Returns the answers that it replaces: to free them takes time.
    pub fn insert(&mut self, key: K, answer: Answer) -> Vec<Answer> {
        let bytes = kept_bytes(&answer);
        if bytes > self.bytes_max {
            return Vec::new();
        }
        self.bytes += bytes;
        let before = self.answers.push(key, answer).map(|(_, before)| before);
        self.bytes -= before.as_ref().map_or(0, kept_bytes);
        let mut replaced = Vec::from_iter(before);
        while self.bytes > self.bytes_max
            && let Some((_, oldest)) = self.answers.pop_lru()
        {
            self.bytes -= kept_bytes(&oldest);
            replaced.push(oldest);
        }
        replaced
    }

    /// The number of answers, and the bytes of these and of what keeps them.
    pub fn size(&self) -> (usize, u64) {
        (self.answers.len(), self.bytes)
    }
}

fn kept_bytes(answer: &Answer) -> u64 {
    answer.bytes() + ENTRY_BYTES
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    /// An answer that takes so many times the bytes of an entry.
    fn of(entries: u64) -> Answer {
        Answer::Bytes(Arc::new(vec![0; ((entries - 1) * ENTRY_BYTES) as usize]))
    }

    #[test]
    fn it_keeps_what_was_asked_for_last_within_its_bytes() {
        let mut cache = Cache::new(10 * ENTRY_BYTES);
        for key in 0..10 {
            cache.insert(key, of(3));
            assert!(cache.get(&0).is_some(), "it was asked for at once");
        }
        assert_eq!(cache.size(), (3, 9 * ENTRY_BYTES));
        assert!(cache.get(&9).is_some() && cache.get(&8).is_some() && cache.get(&7).is_none());
        cache.insert(10, of(11));
        assert!(cache.get(&10).is_none());
        cache.insert(9, of(1));
        assert_eq!(cache.size(), (3, 7 * ENTRY_BYTES));
        cache.insert(11, of(10));
        assert_eq!(cache.size(), (1, 10 * ENTRY_BYTES));
    }

    #[test]
    fn answers_without_bytes_are_bounded_too() {
        let mut cache = Cache::new(3 * ENTRY_BYTES);
        for key in 0..10 {
            cache.insert(key, of(1));
        }
        assert_eq!(cache.size(), (3, 3 * ENTRY_BYTES));
        let mut none = Cache::new(0);
        none.insert(1, of(1));
        assert_eq!(none.size(), (0, 0));
    }
}
