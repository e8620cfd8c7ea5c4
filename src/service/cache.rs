//! Results that are kept for later requests, within a number of bytes. The one that was asked for the longest time ago goes
//! first.

use std::hash::Hash;

use lru::LruCache;

use super::request::Answer;

pub struct Cache<K: Hash + Eq> {
    answers: LruCache<K, Answer>,
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
        let bytes = answer.bytes();
        if bytes > self.bytes_max {
            return Vec::new();
        }
        self.bytes += bytes;
        let before = self.answers.push(key, answer).map(|(_, before)| before);
        self.bytes -= before.as_ref().map_or(0, Answer::bytes);
        let mut replaced = Vec::from_iter(before);
        while self.bytes > self.bytes_max
            && let Some((_, oldest)) = self.answers.pop_lru()
        {
            self.bytes -= oldest.bytes();
            replaced.push(oldest);
        }
        replaced
    }

    /// The number of answers, and their bytes.
    pub fn size(&self) -> (usize, u64) {
        (self.answers.len(), self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn of(bytes: usize) -> Answer {
        Answer::Bytes(Arc::new(vec![0; bytes]))
    }

    #[test]
    fn it_keeps_what_was_asked_for_last_within_its_bytes() {
        let mut cache = Cache::new(100);
        for key in 0..10 {
            cache.insert(key, of(30));
            assert!(cache.get(&0).is_some(), "it was asked for at once");
        }
        assert_eq!(cache.size(), (3, 90));
        assert!(cache.get(&9).is_some() && cache.get(&8).is_some() && cache.get(&7).is_none());
        cache.insert(10, of(101));
        assert!(cache.get(&10).is_none());
        cache.insert(9, of(10));
        assert_eq!(cache.size(), (3, 70));
        cache.insert(11, of(100));
        assert_eq!(cache.size(), (1, 100));
    }

    #[test]
    fn one_without_bytes_keeps_nothing() {
        let mut cache = Cache::new(0);
        cache.insert(1, of(1));
        assert_eq!(cache.size(), (0, 0));
    }
}
