//! Enums whose variants are words of recipes: each word is written once.

use std::fmt::Debug;

/// The value of a parameter that is one of a few words.
pub(crate) trait Word: Copy + Debug + 'static {
    /// Every word in the order of help; the first is the default.
    const WORDS: &'static [&'static str];

    /// Returns the value of a word of recipes.
    fn from_word(word: &str) -> Option<Self>;
}

/// Defines an enum with a word for each variant. The first variant is the default.
macro_rules! choices {
    ($(#[$doc:meta])* pub enum $name:ident { $($(#[$each:meta])* $variant:ident $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$each])* $variant,)* }

        impl $name {
            /// Every variant, in the order of help.
            pub const ALL: &[$name] = &[$($name::$variant),*];

            /// Returns the word that recipes use.
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }
        }

        impl crate::noise::choices::Word for $name {
            const WORDS: &'static [&'static str] = &[$($word),*];

            fn from_word(word: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|one| one.name() == word)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl From<$name> for crate::noise::Value {
            fn from(of: $name) -> crate::noise::Value {
                crate::noise::Value::Text(of.name().into())
            }
        }
    };
}

pub(crate) use choices;
