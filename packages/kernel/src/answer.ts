import { z } from 'zod'

/** Where a page of a list ended; adapters print it as `page`. */
export const PageInfo = z.object({ limit: z.int(), next_cursor: z.string().nullable() })
export type PageInfo = z.infer<typeof PageInfo>

/** The result of a read. Adapters print it as it is. */
export interface Answer<Data, Meta = undefined> {
  readonly data: Data
  readonly meta?: Meta
  readonly page?: PageInfo
}
