import {
  acceptedKeys,
  currentKey,
  deriveKeys,
  InvalidRequest,
  isSameSecret,
  type Keyring,
  keyedHash,
} from '@footfall/core-domain'

/** The change that the client was asked to confirm, or whose secret it was asked to show. */
export interface PendingChange {
  readonly operation: string
  /** Of the arguments in the preview. */
  readonly fingerprint: string
  /** The idempotency key that this change will execute under. */
  readonly key: string
  /** Of the resource in the preview; null if it is created. */
  readonly revision: number | null
  /** Whether it was executed, and only its secret is still to be shown. */
  readonly executed?: true
}

export interface RequestStates {
  seal(pending: PendingChange, credential: string, nowMs: number): string
  /** Throws `InvalidRequest` unless the state was sealed here, for this credential, in the last ten minutes. */
  open(state: string, credential: string, nowMs: number): PendingChange
}

const VERSION = 'rs2'
const KEY_BYTES_MIN = 32
const STATE_CHARACTERS_MAX = 2_000
const LIFETIME_MS = 600_000

/**
 * Request state comes back from the client as untrusted input: `rs2.{body}.{mac}`, authenticated and not encrypted. The MAC
 * covers the version, the name of the host, the credential and the body, so that a state is not valid for another host with
 * the same key, another credential or a later version. It is verified before the body is parsed.
 */
export function createRequestStates(host: string, hostKeys: Keyring): RequestStates {
  if (acceptedKeys(hostKeys).some(({ byteLength }) => byteLength < KEY_BYTES_MIN))
    throw new RangeError(`the request state key needs ${KEY_BYTES_MIN} bytes`)
  // Copied, so that later changes of the array have no effect.
  const keys = deriveKeys(hostKeys, (key) => Uint8Array.from(key))
  const mac = (key: Uint8Array, body: string, credential: string) =>
    keyedHash(key, 'mcp request state', JSON.stringify([VERSION, host, credential, body])).toString('base64url')
  return {
    seal(pending, credential, nowMs) {
      const body = Buffer.from(JSON.stringify({ ...pending, expires_ms: nowMs + LIFETIME_MS })).toString('base64url')
      return `${VERSION}.${body}.${mac(currentKey(keys), body, credential)}`
    },
    open(state, credential, nowMs) {
      const [version, body, tag, ...more] = state.length > STATE_CHARACTERS_MAX ? [] : state.split('.')
      if (version !== VERSION || body === undefined || tag === undefined || more.length > 0) throw invalidState()
      const isGenuine = acceptedKeys(keys).some((key) => isSameSecret(tag, mac(key, body, credential)))
      if (!isGenuine) throw invalidState()
      const { expires_ms, ...pending } = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Sealed
      if (expires_ms <= nowMs) throw invalidState()
      return pending
    },
  }
}

type Sealed = PendingChange & { readonly expires_ms: number }

/** The same error for every reason, so that it reveals nothing to an attacker. */
export function invalidState(): InvalidRequest {
  return new InvalidRequest([
    { path: 'requestState', message: 'is not valid, has expired, or belongs to another call; nothing was changed' },
  ])
}
