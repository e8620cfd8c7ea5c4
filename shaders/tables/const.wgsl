// Permutation tables in the source: four entries per word, 64 words per table, table after table. This is the permutation
// that Perlin published in 2002, which is that of seed 0 in octave 0. It is a private variable because compilers copy a
// constant array to every place where a variable indexes it.

var<private> NOISE_TABLES = array<u32, 64>(
    0x5b89a097u, 0x0d830f5au, 0x35605fc9u, 0xe107e9c2u,
    0x1e67248cu, 0x63088e45u, 0x0a15f025u, 0x9406be17u,
    0x4bea78f7u, 0x3ec51a00u, 0xcbdbfc5eu, 0x200b2375u,
    0x5821b139u, 0x573895edu, 0x887d14aeu, 0xaf44a8abu,
    0x8647a54au, 0xa61b308bu, 0xe79e924du, 0x7ae56f53u,
    0xe685d33cu, 0x295c69dcu, 0x28f52e37u, 0x368f66f4u,
    0xa13f1941u, 0x4950d801u, 0xbb844cd1u, 0xa91259d0u,
    0x8287c4c8u, 0x569fbc74u, 0xc66d64a4u, 0x4003baadu,
    0xfae2d934u, 0xca057b7cu, 0x7e769326u, 0xd45552ffu,
    0xe33bcecfu, 0x113a102fu, 0x2a1cbdb6u, 0xd5aab7dfu,
    0x0298f877u, 0x46a39a2cu, 0x9b6599ddu, 0x09ac2ba7u,
    0xfd271681u, 0x6e6c6213u, 0xe8e0714fu, 0x6870b9b2u,
    0xe461f6dau, 0xc1f222fbu, 0x0c90d2eeu, 0xf1a2b3bfu,
    0xeb913351u, 0x6bef0ef9u, 0x1fd6c031u, 0x9d6ac7b5u,
    0xb0cc54b8u, 0x2d327973u, 0xfe96047fu, 0x5dcdec8au,
    0x1d4372deu, 0x8df34818u, 0x424ec380u, 0xb49c3dd7u,
);

// Returns entry i & 255 of a table.
fn noise_perm(table: u32, i: u32) -> u32 {
    let word = NOISE_TABLES[table * 64u + ((i & 255u) >> 2u)];
    return (word >> ((i & 3u) * 8u)) & 255u;
}
