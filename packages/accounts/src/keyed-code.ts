import { acceptedKeys, currentKey, isSameSecret, type Keyring, Secret } from '@footfall/core-domain'

/** Codes that are derived from a key and facts. The key is not in the database, so a copy of the database makes no code. */
export interface KeyedCodes<Facts> {
  codeOf(facts: Facts): Secret
  isCodeOf(facts: Facts, presented: string): boolean
}

export function keyedCodes<Facts>(keys: Keyring, textOf: (key: Uint8Array, facts: Facts) => string): KeyedCodes<Facts> {
  return {
    codeOf: (facts) => new Secret(textOf(currentKey(keys), facts)),
    isCodeOf: (facts, presented) => acceptedKeys(keys).some((key) => isSameSecret(presented, textOf(key, facts))),
  }
}
