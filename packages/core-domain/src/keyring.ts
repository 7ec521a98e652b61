/**
 * The secret key of the service, or several while it is replaced: what the service signs or encrypts, it does with the
 * first; what it is shown, it accepts from each.
 */
export type Keyring = Uint8Array | readonly [current: Uint8Array, ...others: Uint8Array[]]

/** The key for everything new. */
export function currentKey(keys: Keyring): Uint8Array {
  return keys instanceof Uint8Array ? keys : keys[0]
}

/** The keys whose signatures and encrypted texts are accepted, the current one first. */
export function acceptedKeys(keys: Keyring): readonly [Uint8Array, ...Uint8Array[]] {
  return keys instanceof Uint8Array ? [keys] : keys
}

/** What `open` returns with the first key that accepts; undefined when none does. */
export function openWithAny<T>(keys: Keyring, open: (key: Uint8Array) => T | undefined): T | undefined {
  for (const key of acceptedKeys(keys)) {
    const opened = open(key)
    if (opened !== undefined) return opened
  }
  return undefined
}

/** The same keys, each derived for one use. */
export function deriveKeys(keys: Keyring, derive: (key: Uint8Array) => Uint8Array): Keyring {
  const [current, ...others] = acceptedKeys(keys)
  return [derive(current), ...others.map(derive)]
}
