import type { Timestamp } from '../time/instant.ts'

/** One page of a list, oldest first unless stated otherwise. `after` is the position of the last row already read. */
export interface PageRequest {
  readonly limit: number
  readonly after?: PagePosition
}

/** The end of a page. Creation time and id together order every list. */
export interface PagePosition {
  readonly created_at: Timestamp
  readonly id: string
}

export interface Page<T> {
  readonly rows: readonly T[]
  readonly next: PagePosition | undefined
}

const ROWS_PER_PAGE = 200

/** Every row of a list that is read in pages, in its order. */
export async function everyRow<T>(read: (request: PageRequest) => Promise<Page<T>>): Promise<readonly T[]> {
  const rows: T[] = []
  let request: PageRequest | undefined = { limit: ROWS_PER_PAGE }
  while (request !== undefined) {
    const page: Page<T> = await read(request)
    rows.push(...page.rows)
    request = page.next && { limit: ROWS_PER_PAGE, after: page.next }
  }
  return rows
}
