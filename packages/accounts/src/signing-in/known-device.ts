import { type Account, isSameSecret, keyedHash, type RandomSource, randomBase62 } from '@footfall/core-domain'

const ID_LENGTH = 20

/**
 * Browsers in which somebody has signed in to an account before. Whoever fails in a person's name makes only strangers
 * wait, and not the person at their own browser. What the browser keeps opens nothing, is bound to the account and its
 * password, and is stored nowhere here.
 */
export interface KnownDevices {
  mint(account: Account, passwordHash: string): string
  /** The id of the device, when this is what such a browser keeps. */
  idOf(presented: string | undefined, account: Account, passwordHash: string): string | undefined
}

export function knownDevices(key: Uint8Array, random: RandomSource): KnownDevices {
  const codeOf = (id: string, account: Account, passwordHash: string) =>
    keyedHash(key, 'known device', `${id}:${account.id}:${passwordHash}`).toString('base64url')
  return {
    mint(account, passwordHash) {
      const id = randomBase62(random, ID_LENGTH)
      return `${id}.${codeOf(id, account, passwordHash)}`
    },
    idOf(presented, account, passwordHash) {
      const [id = '', code = ''] = presented?.split('.') ?? []
      return isSameSecret(code, codeOf(id, account, passwordHash)) ? id : undefined
    },
  }
}
