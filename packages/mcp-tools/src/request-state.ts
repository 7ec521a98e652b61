import { createHmac, timingSafeEqual } from 'node:crypto'
import { InvalidRequest } from '@footfall/core-domain'

/** What the server must know again when the answer to its question comes back. */
export interface PendingChange {
  readonly operation: string
  /** Of the arguments that the person was shown. */
  readonly fingerprint: string
  /** The idempotency key that this change will execute under. */
  readonly key: string
  /** Of the resource when the person was asked; null where something is made. */
  readonly revision: number | null
}

export interface RequestStates {
  seal(pending: PendingChange, credential: string, nowMs: number): string
  /** Throws `InvalidRequest` for whatever was not sealed here, for this credential, within the last ten minutes. */
  open(state: string, credential: string, nowMs: number): PendingChange
}

const VERSION = 'rs1'
const KEY_BYTES_MIN = 32
const STATE_CHARACTERS_MAX = 2_000
const LIFETIME_MS = 600_000

/**
 * Request state goes to the client and comes back as an attacker's input: `rs1.{body}.{mac}`, signed and not
 * encrypted. The MAC covers the version, the credential and the body, so that a state of one credential is no state of
 * another and none of this version passes under a later one. It is checked before anything is read.
 */
export function createRequestStates(hostKey: Uint8Array): RequestStates {
  if (hostKey.byteLength < KEY_BYTES_MIN) throw new RangeError(`the request state key needs ${KEY_BYTES_MIN} bytes`)
  // A key of its own, copied: whatever else the host signs with its key is no request state, and later changes of the
  // array do not reach here.
  const key = createHmac('sha256', hostKey).update('footfall mcp request state').digest()
  const mac = (body: string, credential: string) =>
    createHmac('sha256', key).update(`${VERSION}\n${credential}\n${body}`).digest()
  return {
    seal(pending, credential, nowMs) {
      const body = Buffer.from(JSON.stringify({ ...pending, expires_ms: nowMs + LIFETIME_MS })).toString('base64url')
      return `${VERSION}.${body}.${mac(body, credential).toString('base64url')}`
    },
    open(state, credential, nowMs) {
      const [version, body, tag, ...more] = state.length > STATE_CHARACTERS_MAX ? [] : state.split('.')
      if (version !== VERSION || body === undefined || tag === undefined || more.length > 0) throw refused()
      const given = Buffer.from(tag, 'base64url')
      const expected = mac(body, credential)
      if (given.byteLength !== expected.byteLength || !timingSafeEqual(given, expected)) throw refused()
      const { expires_ms, ...pending } = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Sealed
      if (expires_ms <= nowMs) throw refused()
      return pending
    },
  }
}

type Sealed = PendingChange & { readonly expires_ms: number }

/** One answer for every reason, so that it teaches a forger nothing. */
export function refused(): InvalidRequest {
  return new InvalidRequest([
    { path: 'requestState', message: 'is not valid, has run out, or belongs to another call; nothing was changed' },
  ])
}
