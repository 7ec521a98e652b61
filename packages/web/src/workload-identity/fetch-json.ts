import { GuardedRequestFailed, guardedRequest, type Resolver, type ResponseHead } from '@footfall/http-primitives'

export interface FetchJsonOptions {
  /** Allows private addresses, for hosts that the operator trusts. */
  readonly anyAddress: boolean
  readonly timeoutMs: number
  readonly bytesMax: number
  readonly resolver?: Resolver | undefined
  readonly certificateAuthorities?: string | undefined
}

/** The issuer does not answer, or not now. */
export class IssuerUnreachable extends Error {}

/** The issuer answers, but not as an issuer does. */
export class IssuerInvalid extends Error {}

/**
 * Fetches a JSON document of an issuer, which is an address that somebody with an account chose. Follows no redirect. Throws
 * `IssuerUnreachable` and `IssuerInvalid`.
 */
export async function fetchJson(url: URL, options: FetchJsonOptions): Promise<unknown> {
  try {
    const { body } = await guardedRequest(url, {
      ...options,
      headers: { accept: 'application/json' },
      inspect: assertOk,
    })
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (error) {
    if (error instanceof IssuerUnreachable || error instanceof IssuerInvalid) throw error
    if (!(error instanceof GuardedRequestFailed)) throw new IssuerInvalid('not_json')
    if (error.failure === 'unreachable' || error.failure === 'timed_out') throw new IssuerUnreachable(error.failure)
    throw new IssuerInvalid(error.failure)
  }
}

function assertOk({ status }: ResponseHead): void {
  if (status >= 500 || status === 429) throw new IssuerUnreachable(`status_${status}`)
  if (status >= 300 && status < 400) throw new IssuerInvalid('redirected')
  if (status !== 200) throw new IssuerInvalid(`status_${status}`)
}
