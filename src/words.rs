//! Enums whose variants have names: each name is written once.

/// Defines an enum, a name for each variant, and the list of all.
macro_rules! words {
    ($(#[$of_enum:meta])* pub enum $enum:ident { $($(#[$of_variant:meta])* $variant:ident $name:literal,)* }) => {
        $(#[$of_enum])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $enum { $($(#[$of_variant])* $variant,)* }

        impl $enum {
            /// Every variant, in the order in which help and errors list them.
            pub const ALL: [$enum; [$($name),*].len()] = [$($enum::$variant),*];

            /// Returns the name that recipes, flags and reports use.
            pub const fn name(self) -> &'static str {
                match self { $($enum::$variant => $name,)* }
            }
        }

        impl std::fmt::Display for $enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

pub(crate) use words;
