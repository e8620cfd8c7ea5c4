//! For tests: whether a struct in Rust has the layout of the same struct in WGSL.

/// Returns the member names and offsets, and the size, of a struct in a WGSL text.
pub(crate) fn members(wgsl: &str, name: &str) -> (Vec<(String, usize)>, usize) {
    let module = naga::front::wgsl::parse_str(wgsl).expect("the shader parses");
    let (_, found) = (module.types.iter())
        .find(|(_, ty)| ty.name.as_deref() == Some(name))
        .expect("the struct is there");
    let naga::TypeInner::Struct { members, span } = &found.inner else {
        panic!("{name} is not a struct");
    };
    let members = (members.iter())
        .map(|member| {
            let name = member.name.clone().unwrap_or_default();
            (name, member.offset as usize)
        })
        .collect();
    (members, *span as usize)
}

/// Asserts that a struct of a WGSL text has these fields of a struct in Rust at the same offsets, and the same size.
macro_rules! assert_twins {
    ($wgsl:expr, $name:literal, $words:ty: $($field:ident)*) => {{
        let (members, size) = $crate::gpu::kernel::twins::members($wgsl, $name);
        let ours = vec![$((stringify!($field).to_string(), std::mem::offset_of!($words, $field))),*];
        assert_eq!(members, ours);
        assert_eq!(size, size_of::<$words>());
    }};
}
pub(crate) use assert_twins;
