import {
  acceptedKeys,
  type Clock,
  currentKey,
  deriveKeys,
  isSameSecret,
  type Keyring,
  keyedHash,
  type RandomSource,
  randomBase62,
  type Timestamp,
  timestamp,
} from '@footfall/core-domain'

/** The one change that a preview is valid for. */
export interface PreviewedChange {
  readonly credential: string
  readonly operation: string
  /** Of the input, as idempotency records have it. */
  readonly fingerprint: string
}

/** A genuine preview of a change. */
export interface ShownPreview {
  readonly id: string
  /** Of the resource when it was shown; null if one is created. */
  readonly revision: number | null
  readonly expiresAt: Timestamp
}

/** Signs previews, and recognizes them when they come back. */
export interface Previews {
  issue(change: PreviewedChange, revision: number | null): string
  /** The preview that this service issued for exactly this change, or why the text is not one. */
  open(text: unknown, change: PreviewedChange): ShownPreview | 'not_valid' | 'expired'
}

const VERSION = 'pv2'
const KEY_BYTES_MIN = 32
const ID_LENGTH = 20
const LIFETIME_MS = 600_000
const FORM = /^pv2\.([0-9A-Za-z]{20})\.([0-9a-z]{1,10})\.([0-9]{1,10}|new)\.([\w-]{43})$/

/**
 * A preview comes back as untrusted input: `pv2.{id}.{expiry}.{revision}.{mac}`. The MAC covers all of it, the name of the
 * host and the change, so that it is valid for no other host with the same key, credential, operation or input, and is
 * verified before anything in it is believed. `hostKeys` must be the same on every replica.
 */
export function createPreviews(host: string, hostKeys: Keyring, clock: Clock, random: RandomSource): Previews {
  if (acceptedKeys(hostKeys).some(({ byteLength }) => byteLength < KEY_BYTES_MIN))
    throw new RangeError(`the key of previews needs ${KEY_BYTES_MIN} bytes`)
  // Copied, so that later changes of the array have no effect.
  const keys = deriveKeys(hostKeys, (key) => Uint8Array.from(key))
  const mac = (key: Uint8Array, body: string, { credential, operation, fingerprint }: PreviewedChange) =>
    keyedHash(key, 'write preview', JSON.stringify([host, body, credential, operation, fingerprint])).toString(
      'base64url',
    )
  return {
    issue(change, revision) {
      const expiry = (clock.now() + LIFETIME_MS).toString(36)
      const body = [VERSION, randomBase62(random, ID_LENGTH), expiry, revision ?? 'new'].join('.')
      return `${body}.${mac(currentKey(keys), body, change)}`
    },
    open(text, change) {
      const [form, id, expiry, revision, tag] = (typeof text === 'string' && FORM.exec(text)) || []
      if (form === undefined || id === undefined || expiry === undefined || tag === undefined) return 'not_valid'
      const body = form.slice(0, -tag.length - 1)
      if (!acceptedKeys(keys).some((key) => isSameSecret(tag, mac(key, body, change)))) return 'not_valid'
      const expiresMs = Number.parseInt(expiry, 36)
      if (expiresMs <= clock.now()) return 'expired'
      return { id, revision: revision === 'new' ? null : Number(revision), expiresAt: timestamp(expiresMs) }
    },
  }
}
