import { InvalidRequest, type Page, type PagePosition, type PageRequest, Timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import type { PageInfo } from './answer.ts'

/** The paging parameters that every list takes. */
export const pagingQuery = {
  limit: z.int().min(1).max(200).default(50).meta({ description: 'Rows, 1–200.' }),
  cursor: z.string().max(512).optional().meta({ description: 'next_cursor of the page before.' }),
}

interface PagingInput {
  readonly limit: number
  readonly cursor?: string | undefined
}

const Position = z.strictObject({
  created_at: Timestamp.refine((text) => !Number.isNaN(Date.parse(text))),
  id: z.string().regex(/^\w{1,64}$/),
})
const Offset = z.strictObject({ offset: z.int().min(0).max(1_000_000) })

export function pageRequest({ limit, cursor }: PagingInput): PageRequest {
  return cursor === undefined ? { limit } : { limit, after: decode(Position, cursor) }
}

export function pageInfo({ limit }: PagingInput, { next }: Page<unknown>): PageInfo {
  return {
    limit,
    next_cursor:
      next === undefined ? null : encode({ created_at: next.created_at, id: next.id } satisfies PagePosition),
  }
}

/** Answers a page of a list. */
export async function listed<Row>(
  input: PagingInput,
  read: (request: PageRequest) => Promise<Page<Row>>,
): Promise<{ data: Row[]; page: PageInfo }> {
  const page = await read(pageRequest(input))
  return { data: [...page.rows], page: pageInfo(input, page) }
}

/** Breakdowns are ranked by value, so their cursor counts rows. */
export function offsetOf({ cursor }: PagingInput): number {
  return cursor === undefined ? 0 : decode(Offset, cursor).offset
}

export function offsetPageInfo({ limit, cursor }: PagingInput, more: boolean): PageInfo {
  return { limit, next_cursor: more ? encode({ offset: offsetOf({ limit, cursor }) + limit }) : null }
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode<Schema extends z.ZodType>(schema: Schema, cursor: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    throw new InvalidRequest([{ path: 'cursor', message: 'is not a cursor that this list gave out' }])
  }
}
