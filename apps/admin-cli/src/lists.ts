import type { Page, PageRequest } from '@footfall/core-domain'

const AT_ONCE = 200

/** Every row of a list that is read in pages, in its order. */
export async function everyRow<T>(read: (request: PageRequest) => Promise<Page<T>>): Promise<readonly T[]> {
  const rows: T[] = []
  for (let page = await read({ limit: AT_ONCE }); ; page = await read({ limit: AT_ONCE, after: page.next })) {
    rows.push(...page.rows)
    if (page.next === undefined) return rows
  }
}

export function commaSeparated(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
