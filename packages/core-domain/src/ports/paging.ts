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
