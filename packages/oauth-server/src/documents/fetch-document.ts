import {
  firstOf,
  GuardedRequestFailed,
  guardedRequest,
  type Resolver,
  type ResponseHead,
} from '@footfall/http-primitives'
import { hostAndPort } from './document-url.ts'

export type { Resolver as DocumentResolver } from '@footfall/http-primitives'

export type FetchFailure =
  | 'address_not_public'
  | 'redirected'
  | 'bad_status'
  | 'too_large'
  | 'not_json'
  | 'unknown_encoding'
  | 'timed_out'
  | 'unreachable'

export type FetchResult =
  | { readonly ok: true; readonly document: unknown; readonly cacheControl: string | undefined; readonly age: number }
  | { readonly ok: false; readonly failure: FetchFailure }

export interface FetchOptions {
  readonly exemptHosts: ReadonlySet<string>
  readonly resolver?: Resolver | undefined
  readonly timeoutMs: number
}

const BYTES_MAX = 32 * 1024

class DocumentRejected extends Error {
  readonly failure: FetchFailure
  constructor(failure: FetchFailure) {
    super(failure)
    this.failure = failure
  }
}

/**
 * Fetches a JSON document from a URL that a stranger chose; `guardedRequest` rejects private networks (SSRF). Follows no
 * redirect. Does not validate the URL (`documentUrlProblem` does) nor the content of the document.
 */
export async function fetchDocument(url: string, options: FetchOptions): Promise<FetchResult> {
  const target = new URL(url)
  try {
    const { headers, body } = await guardedRequest(target, {
      headers: { accept: 'application/json' },
      anyAddress: options.exemptHosts.has(hostAndPort(target)),
      resolver: options.resolver,
      timeoutMs: options.timeoutMs,
      bytesMax: BYTES_MAX,
      inspect: assertJsonResponse,
    })
    return {
      ok: true,
      document: parseJson(body),
      cacheControl: firstOf(headers['cache-control']),
      age: Number(firstOf(headers.age) ?? 0) || 0,
    }
  } catch (error) {
    if (error instanceof DocumentRejected) return { ok: false, failure: error.failure }
    if (!(error instanceof GuardedRequestFailed)) throw error
    return { ok: false, failure: error.failure === 'damaged' ? 'not_json' : error.failure }
  }
}

function assertJsonResponse({ status, headers }: ResponseHead): void {
  if (status >= 300 && status < 400) throw new DocumentRejected('redirected')
  if (status !== 200) throw new DocumentRejected('bad_status')
  const type = firstOf(headers['content-type'])?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const isJson = type === 'application/json' || /^application\/[a-z0-9.!#$&^_-]+\+json$/.test(type)
  if (!isJson) throw new DocumentRejected('not_json')
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new DocumentRejected('not_json')
  }
}
