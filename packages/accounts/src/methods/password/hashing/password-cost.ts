/** The parameters of scrypt for passwords. `maxmem` raises Node's limit, which is too low for these costs. */
export const PASSWORD_COST = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 }
