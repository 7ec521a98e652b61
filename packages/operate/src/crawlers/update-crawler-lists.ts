import { readFile } from 'node:fs/promises'
import { CRAWLER_LIST_URLS, CRAWLER_LISTS, type CrawlerList } from '@footfall/core-domain'
import {
  firstOf,
  GuardedRequestFailed,
  type GuardedRequestOptions,
  guardedRequest,
  type RequestFailure,
} from '@footfall/http-primitives'
import { type AddressList, type CrawlerLists, formatCrawlerLists, parseCrawlerLists } from '@footfall/ingest'
import pLimit from 'p-limit'
import { reasonOf } from '../explain/failure.ts'
import { replaceFile } from '../replace-file.ts'
import { type PublishedList, readPublishedList } from './published-list.ts'

/** The lists were not written; the message says why and continues a sentence. */
export class CrawlerUpdateFailed extends Error {
  override readonly name = 'CrawlerUpdateFailed'
}

/** What became of one list. */
export type UpdatedList = {
  readonly list: CrawlerList
  readonly published: string | undefined
  readonly prefixes: number
} & (
  | { readonly state: 'renewed' | 'unchanged' }
  /** The earlier one stays, if there is one. */
  | { readonly state: 'failed'; readonly reason: string }
)

/** Gets the document of a list as text. Throws where it cannot be fetched. */
export type GetDocument = (list: CrawlerList) => Promise<string>

/**
 * Fetches every list, checks it, and replaces the file at `path` in one step. A list that cannot be fetched stays as it is.
 * Throws `CrawlerUpdateFailed` where none can be fetched or the file cannot be written, and then keeps the file in place.
 */
export async function updateCrawlerLists(
  { path, today, get }: { readonly path: string; readonly today: string; readonly get: GetDocument },
  names: readonly CrawlerList[] = CRAWLER_LISTS,
): Promise<readonly UpdatedList[]> {
  const known = await inPlace(path)
  const limit = pLimit(FETCHED_AT_ONCE)
  const got = await Promise.all(names.map((list) => limit(() => renewed(list, known[list], get))))
  if (got.every(({ read }) => read === undefined))
    throw new CrawlerUpdateFailed(`no list could be fetched; ${reasonsIn(got.map(({ outcome }) => outcome))}`)
  const lists: Partial<Record<CrawlerList, AddressList>> = { ...known }
  for (const { outcome, read } of got) if (read) lists[outcome.list] = { ...read, fetched: today }
  try {
    await replaceFile(path, formatCrawlerLists(lists))
  } catch (error) {
    throw new CrawlerUpdateFailed(`${path} cannot be written: ${reasonOf(error)}`)
  }
  return got.map(({ outcome }) => outcome)
}

const FETCHED_AT_ONCE = 4

interface Renewed {
  readonly outcome: UpdatedList
  readonly read: PublishedList | undefined
}

async function renewed(list: CrawlerList, known: AddressList | undefined, get: GetDocument): Promise<Renewed> {
  try {
    const read = readPublishedList(await get(list))
    const state = isSame(known?.prefixes ?? [], read.prefixes) ? 'unchanged' : 'renewed'
    return { outcome: { list, state, published: read.published, prefixes: read.prefixes.length }, read }
  } catch (error) {
    const kept = { published: known?.published, prefixes: known?.prefixes.length ?? 0 }
    return { outcome: { list, state: 'failed', reason: reasonOf(error), ...kept }, read: undefined }
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && new Set([...one, ...other]).size === one.length
}

function reasonsIn(outcomes: readonly UpdatedList[]): string {
  const reasons = outcomes.flatMap((outcome) => (outcome.state === 'failed' ? [outcome.reason] : []))
  return [...new Set(reasons)].slice(0, 3).join('; ')
}

/** A file that cannot be read is replaced. */
async function inPlace(path: string): Promise<CrawlerLists> {
  try {
    return parseCrawlerLists(await readFile(path, 'utf8'))
  } catch {
    return {}
  }
}

const TIMEOUT_MS = 20_000
const BYTES_MAX = 4 * 1024 ** 2
const REDIRECTS_MAX = 3
const REDIRECT: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

const FAILURES: Readonly<Record<RequestFailure, string>> = {
  address_not_public: 'has an address that is not public',
  too_large: 'sent too much',
  unknown_encoding: 'sent an unknown encoding',
  damaged: 'sent damaged data',
  timed_out: 'did not answer in time',
  unreachable: 'cannot be reached',
}

type Guard = Partial<Pick<GuardedRequestOptions, 'anyAddress' | 'resolver' | 'certificateAuthorities'>>

/** Gets lists from the addresses of their makers: public ones, with TLS, redirects included. */
export function fromMakers(guard: Guard = {}): GetDocument {
  return (list) => fetched(new URL(CRAWLER_LIST_URLS[list]), guard, REDIRECTS_MAX)
}

async function fetched(url: URL, guard: Guard, redirects: number): Promise<string> {
  if (url.protocol !== 'https:') throw new Error(`${url.host} has no address with TLS`)
  const { status, headers, body } = await guardedRequest(url, {
    anyAddress: false,
    ...guard,
    headers: { accept: 'application/json, text/html;q=0.5', 'user-agent': 'Footfall' },
    timeoutMs: TIMEOUT_MS,
    bytesMax: BYTES_MAX,
    inspect({ status: answered }) {
      if (answered !== 200 && !REDIRECT.has(answered)) throw new Error(`${url.host} answered ${answered}`)
    },
  }).catch((error: unknown) => {
    throw error instanceof GuardedRequestFailed ? new Error(`${url.host} ${FAILURES[error.failure]}`) : error
  })
  if (status === 200) return body.toString('utf8')
  const target = firstOf(headers.location)
  if (target === undefined || !URL.canParse(target, url.href)) throw new Error(`${url.host} redirects to no address`)
  if (redirects === 0) throw new Error(`${url.host} redirects too often`)
  return fetched(new URL(target, url), guard, redirects - 1)
}
