import { FootfallError, invalidArgument } from '../errors.ts'
import { isFields } from '../transport/json.ts'

/** Where keys outlive the process, by the name of what is intended. A `Map` is one, and so is a database or a file. */
export interface KeyStore {
  get(name: string): string | undefined | null | Promise<string | undefined | null>
  set(name: string, value: string): unknown
  delete(name: string): unknown
}

export interface KeptKey {
  readonly key: string
  /** Until when the service knows the key for certain, in milliseconds; null where it never forgets. */
  readonly until: number | null
  /** The proof of the preview that was confirmed, for credentials that preview first. */
  readonly preview?: string | undefined
}

/** The service keeps the record of an executed change for 24 hours. */
export const KEPT_MS = 24 * 60 * 60 * 1000

export function newKey(random: (bytes: number) => Uint8Array): string {
  return Array.from(random(16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function checkedKey(key: string): string {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw invalidArgument('`key` must be 1 to 255 visible ASCII characters.')
  return key
}

export const storedText = ({ key, until, preview }: KeptKey) => JSON.stringify({ key, until, preview })

/** What the store has. Text that the client did not write is an error: another key could execute the change twice. */
export function storedKey(name: string, text: string, now: number): KeptKey {
  const kept = keptIn(text)
  if (kept === undefined) throw invalidArgument(`The store has no valid key for “${name}”.`)
  if (kept.until !== null && kept.until <= now) {
    const advice = 'Check whether the change was made, and then call `forget()`.'
    throw new FootfallError('key_expired', `The key of “${name}” is too old to be repeated. ${advice}`)
  }
  return kept
}

function keptIn(text: string): KeptKey | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isFields(value)) return undefined
    const { key, until, preview } = value
    if (typeof key !== 'string' || (until !== null && typeof until !== 'number')) return undefined
    return { key: checkedKey(key), until, preview: typeof preview === 'string' ? preview : undefined }
  } catch {
    return undefined
  }
}
