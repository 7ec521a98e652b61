import { InvalidRequest, type Page, type PagePosition, type PageRequest, Timestamp } from '@footfall/core-domain'
import { fingerprint } from '@footfall/idempotency'
import { z } from 'zod'
import type { Answer, PageInfo } from './answer.ts'

/** The paging parameters that every list takes. */
export const pagingQuery = {
  limit: z.int().min(1).max(200).default(50).meta({ description: 'Rows of a page.' }),
  cursor: z.string().max(512).optional().meta({ description: 'next_cursor of the last page.' }),
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

/** Returns a page of a list. */
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

const UNREADABLE = ''
const MARK = /^(?<position>[\w-]+)\.(?<mark>[\w-]+)$/

/** What a call asks for; all of it but `limit` and `cursor` is the same on every page. */
interface Question {
  readonly operation: string
  readonly resource: Readonly<Record<string, unknown>>
  readonly input: Readonly<Record<string, unknown>>
}

/**
 * The input with the position that its cursor marks. Position and mark come out of `withMarkedCursor`; a cursor of another list,
 * resource or question, which would skip rows or repeat them, becomes one that no list reads.
 */
export function withOpenedCursor(question: Question): Question['input'] {
  const { cursor, ...input } = question.input
  if (typeof cursor !== 'string') return question.input
  const { position, mark } = MARK.exec(cursor)?.groups ?? {}
  return { ...input, cursor: mark === markOf(question) ? position : UNREADABLE }
}

/** An answer whose cursor only works for the next page of the same question. */
export function withMarkedCursor<Data, Meta>(answer: Answer<Data, Meta>, question: Question): Answer<Data, Meta> {
  const { page } = answer
  if (page === undefined || page.next_cursor === null) return answer
  return { ...answer, page: { ...page, next_cursor: `${page.next_cursor}.${markOf(question)}` } }
}

function markOf({ operation, resource, input }: Question): string {
  const { limit: _limit, cursor: _cursor, ...asked } = input
  return fingerprint(operation, { ...asked, ...resource }).slice(0, 16)
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode<Schema extends z.ZodType>(schema: Schema, cursor: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    throw new InvalidRequest([
      { path: 'cursor', message: 'is not a cursor that this list gave out for these parameters' },
    ])
  }
}
