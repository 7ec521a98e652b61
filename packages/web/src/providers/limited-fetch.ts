import type { CustomFetchOptions } from 'openid-client'

/** Documents of a provider are a few kilobytes long. */
const ANSWER_BYTES_MAX = 1024 * 1024

/** The provider did not answer, or not as an OpenID provider does. */
export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable'
}

/**
 * Requests to a provider. The library limits their time and follows no redirect; this limits their size and distinguishes a
 * provider that is down from one that rejects. Throws `ProviderUnreachable`.
 */
export function limitedFetch(fetch: typeof globalThis.fetch) {
  return async (url: string, options: CustomFetchOptions): Promise<Response> => {
    try {
      const { body: sent, ...rest } = options
      const response = await fetch(url, { ...rest, ...(sent !== null && sent !== undefined && { body: bodyOf(sent) }) })
      const body = await readLimited(response)
      if (response.status >= 500) throw new ProviderUnreachable(`it answered ${response.status}`)
      const { status, statusText, headers } = response
      return new Response(body.length === 0 ? null : body, { status, statusText, headers })
    } catch (error) {
      if (error instanceof ProviderUnreachable) throw error
      throw new ProviderUnreachable(causeOf(error), { cause: error })
    }
  }
}

function bodyOf(body: NonNullable<CustomFetchOptions['body']>): NonNullable<RequestInit['body']> {
  return body instanceof Uint8Array ? new Uint8Array(body) : body
}

async function readLimited(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  if (response.body !== null) {
    for await (const chunk of response.body) {
      length += chunk.length
      if (length > ANSWER_BYTES_MAX)
        throw new ProviderUnreachable(`its answer is longer than ${ANSWER_BYTES_MAX} bytes`)
      chunks.push(chunk)
    }
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** `fetch` names its reason in the cause. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
