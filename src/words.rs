//! Enums whose variants have names: each name is written once.

/// Defines an enum, a name for each variant, and the list of all. It serializes as its name.
macro_rules! words {
    ($(#[$of_enum:meta])* pub enum $enum:ident { $($(#[$of_variant:meta])* $variant:ident $name:literal,)* }) => {
        $(#[$of_enum])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $enum { $($(#[$of_variant])* #[serde(rename = $name)] $variant,)* }

        impl $enum {
            /// Every variant, in the order in which help and errors list them.
            pub const ALL: [$enum; [$($name),*].len()] = [$($enum::$variant),*];

            /// Returns the name that recipes, flags and reports use.
            pub const fn name(self) -> &'static str {
                match self { $($enum::$variant => $name,)* }
            }

            /// Returns the variant of that name.
            pub fn from_name(name: &str) -> Option<$enum> {
                $enum::ALL.into_iter().find(|one| one.name() == name)
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
