/** How long a client may cache a list of tools. */
export const LIST_CACHE = { ttlMs: 300_000, cacheScope: 'private' } as const
