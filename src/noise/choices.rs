//! Enums whose variants are words of recipes.

use std::fmt::Debug;

/// The value of a parameter that is one of a few words.
pub(crate) trait Word: Copy + Debug + 'static {
    /// Every word in the order of help; the first is the default.
    const WORDS: &'static [&'static str];

    /// Returns the value of a word of recipes.
    fn from_word(word: &str) -> Option<Self>;
}

/// Defines the enum of a parameter's words. The first variant is the default.
macro_rules! choices {
    ($(#[$of_enum:meta])* pub enum $enum:ident { $($(#[$of_variant:meta])* $variant:ident $name:literal,)* }) => {
        crate::words::words! {
            $(#[$of_enum])*
            #[derive(PartialOrd, Ord)]
            pub enum $enum { $($(#[$of_variant])* $variant $name,)* }
        }

        impl crate::noise::choices::Word for $enum {
            const WORDS: &'static [&'static str] = &[$($name),*];

            fn from_word(word: &str) -> Option<$enum> {
                $enum::from_name(word)
            }
        }

        impl From<$enum> for crate::noise::Value {
            fn from(of: $enum) -> crate::noise::Value {
                crate::noise::Value::Text(of.name().into())
            }
        }
    };
}

pub(crate) use choices;
