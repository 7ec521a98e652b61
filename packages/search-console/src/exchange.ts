import { ProviderFailure } from './failures.ts'

export interface ExchangeOptions {
  readonly fetch: typeof globalThis.fetch
  readonly requestTimeoutMs: number
  readonly responseBytesMax: number
  /** Ends what runs when the service stops. */
  readonly signal: AbortSignal | undefined
}

export interface Answer {
  readonly status: number
  /** The parsed body; undefined when it is not JSON. */
  readonly body: unknown
}

/**
 * One request with an answer in JSON, limited in time and size. Redirects are not followed: they would carry
 * credentials elsewhere. Failures carry no cause, since causes quote what was sent.
 */
export async function exchange(
  { fetch, requestTimeoutMs, responseBytesMax, signal }: ExchangeOptions,
  url: string,
  request: { readonly method?: 'GET'; readonly headers: Readonly<Record<string, string>>; readonly body?: string },
): Promise<Answer> {
  const timeout = AbortSignal.timeout(requestTimeoutMs)
  try {
    const response = await fetch(url, {
      method: request.method ?? 'POST',
      redirect: 'error',
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      headers: { Accept: 'application/json', ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
    })
    return { status: response.status, body: parsed(await limitedText(response, responseBytesMax)) }
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof ProviderFailure ? error : new ProviderFailure('unavailable')
  }
}

async function limitedText(response: Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Counted after decompression, because that is what stays in memory.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > bytesMax) throw new ProviderFailure('unexpected', response.status)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
