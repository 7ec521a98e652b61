/** Options of a link that is current on its own page only, with any search, and not on the pages below its address. */
export const EXACT = { exact: true, includeSearch: false } as const
