import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { acceptedKeys, type Keyring } from './keyring.ts'
import type { RandomSource } from './random.ts'

/** Encrypts text that the service must read again, so that a copy of the database does not reveal it. */
export interface Sealer {
  /** The encrypted text. It opens only with the same label, so that it cannot be moved to another place. */
  seal(text: string, label: string): string
  /** The text; undefined when it was sealed with another key or label, or was changed. */
  open(sealed: string, label: string): string | undefined
  /** What every text begins with that is sealed with the current key. */
  readonly prefix: string
}

/** What every encrypted text begins with; a text of another beginning is none. */
export const SEALED_TEXT_BEGINNING = 's1.'
const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM with a key derived by HKDF (RFC 5869); `purpose` separates uses. Seals with the current key, opens with each. */
export function createSealer(keys: Keyring, purpose: string, random: RandomSource): Sealer {
  const [current, ...others] = acceptedKeys(keys)
  const sealing = sealerOf(current, purpose, random)
  const sealers = [sealing, ...others.map((key) => sealerOf(key, purpose, random))]
  return {
    seal: sealing.seal,
    open: (sealed, label) => sealers.find(({ isMine }) => isMine(sealed))?.open(sealed, label),
    prefix: sealing.prefix,
  }
}

function sealerOf(key: Uint8Array, purpose: string, random: RandomSource) {
  const derive = (info: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, '', `footfall ${purpose}: ${info}`, bytes))
  const secret = derive('key', KEY_BYTES)
  // Names the key of a sealed text, so that a changed key is not mistaken for damage.
  const keyId = derive('key id', 4).toString('hex')
  const prefix = `${SEALED_TEXT_BEGINNING}${keyId}.`

  const isMine = (sealed: string) => sealed.startsWith(prefix)
  return {
    prefix,

    isMine,

    seal(text: string, label: string): string {
      const nonce = random.bytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, secret, nonce).setAAD(Buffer.from(prefix + label))
      const body = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return prefix + body.toString('base64url')
    },

    open(sealed: string, label: string): string | undefined {
      if (!isMine(sealed)) return undefined
      const body = Buffer.from(sealed.slice(prefix.length), 'base64url')
      if (body.length < NONCE_BYTES + TAG_BYTES) return undefined
      const decipher = createDecipheriv(ALGORITHM, secret, body.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(prefix + label))
        .setAuthTag(body.subarray(-TAG_BYTES))
      try {
        return decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return undefined
      }
    },
  }
}
