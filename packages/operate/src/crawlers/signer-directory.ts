import { type GuardedRequestOptions, guardedRequest } from '@footfall/http-primitives'

const PATH = '/.well-known/http-message-signatures-directory'
const TIMEOUT_MS = 3000
const BYTES_MAX = 64 * 1024

type Guard = Partial<Pick<GuardedRequestOptions, 'anyAddress' | 'resolver' | 'certificateAuthorities'>>

/**
 * The directory with the keys of a signer of requests (Web Bot Auth), as text. Reaches public addresses only and follows no
 * redirects. Throws where the directory cannot be fetched.
 */
export async function fetchSignerDirectory(host: string, guard: Guard = {}): Promise<string> {
  const { body } = await guardedRequest(new URL(PATH, `https://${host}`), {
    anyAddress: false,
    ...guard,
    headers: {
      accept: 'application/http-message-signatures-directory+json, application/json',
      'user-agent': 'Footfall',
    },
    timeoutMs: TIMEOUT_MS,
    bytesMax: BYTES_MAX,
    inspect({ status }) {
      if (status !== 200) throw new Error(`the directory of a signer was answered with ${status}`)
    },
  })
  return body.toString('utf8')
}
