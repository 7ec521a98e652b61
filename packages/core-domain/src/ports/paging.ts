import type { Timestamp } from '../time/instant.ts'

/** One page of a list, oldest first unless it says otherwise. `after` is the position of the last row already seen. */
export interface PageRequest {
  readonly limit: number
  readonly after?: PagePosition
}

/** Where a page ended: creation time and id, which together order every list totally. */
export interface PagePosition {
  readonly created_at: Timestamp
  readonly id: string
}

export interface Page<T> {
  readonly rows: readonly T[]
  readonly next: PagePosition | undefined
}
