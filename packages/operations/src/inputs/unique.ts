import type { z } from 'zod'

/** Reports a value that a list holds twice, at the field of the second one. */
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
