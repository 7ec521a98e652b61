import type { z } from 'zod'

/** Refuses a list that holds the same thing twice, at the second one’s field. */
export const unique =
  <Item>(field: string, keyOf: (item: Item) => string) =>
  (items: readonly Item[], context: z.RefinementCtx) => {
    const seen = new Set<string>()
    for (const [index, item] of items.entries()) {
      const key = keyOf(item)
      if (seen.has(key)) context.addIssue({ code: 'custom', path: [index, field], message: 'is in the list already' })
      seen.add(key)
    }
  }
