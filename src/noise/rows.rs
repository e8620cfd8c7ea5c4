//! Enums of nodes, each with its row of data.

/// Defines an enum of nodes from their rows: `Node => ROW`.
macro_rules! rows {
    ($(#[$of_enum:meta])* pub enum $enum:ident { $($(#[$of_node:meta])* $node:ident => $row:ident,)* }) => {
        $(#[$of_enum])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum $enum { $($(#[$of_node])* $node,)* }

        impl $enum {
            /// Every one, in the order in which help lists them.
            pub const ALL: &[$enum] = &[$($enum::$node),*];

            /// Returns the row of data: the name, the help and the parameters.
            pub fn info(self) -> &'static Info {
                match self { $($enum::$node => &$row,)* }
            }
        }
    };
}

pub(crate) use rows;
