import {
  type Account,
  acceptedKeys,
  currentKey,
  isSameSecret,
  type Keyring,
  keyedHash,
  type RandomSource,
  randomBase62,
  type Store,
} from '@footfall/core-domain'

const ID_LENGTH = 20

/**
 * Browsers in which a person has signed in before. Their attempts are counted separately, so that failures elsewhere do not
 * delay the person. The cookie authenticates nobody, is bound to the account and its password, and is not stored here.
 */
export interface KnownDevices {
  mint(account: Account, passwordHash: string): string
  /** The id of the device, if the cookie is valid. */
  idOf(presented: string | undefined, account: Account, passwordHash: string): string | undefined
}

export function knownDevices(keys: Keyring, random: RandomSource): KnownDevices {
  const codeOf = (key: Uint8Array, id: string, account: Account, passwordHash: string) =>
    keyedHash(key, 'known device', `${id}:${account.id}:${passwordHash}`).toString('base64url')
  return {
    mint(account, passwordHash) {
      const id = randomBase62(random, ID_LENGTH)
      return `${id}.${codeOf(currentKey(keys), id, account, passwordHash)}`
    },
    idOf(presented, account, passwordHash) {
      const [id = '', code = ''] = presented?.split('.') ?? []
      const isGenuine = acceptedKeys(keys).some((key) => isSameSecret(code, codeOf(key, id, account, passwordHash)))
      return isGenuine ? id : undefined
    },
  }
}

/** The known-device cookies of browsers. */
export interface DeviceCookies {
  /** The cookie of the browser: the presented one if it is valid, otherwise a new one. Undefined without a password. */
  deviceFor(account: Account, presented: string | undefined): Promise<string | undefined>
  /** The id of the device, if the presented cookie is valid. */
  knownDevice(account: Account, presented: string | undefined): Promise<string | undefined>
}

export function deviceCookies(devices: KnownDevices, store: Pick<Store, 'accounts'>): DeviceCookies {
  return {
    async deviceFor(account, presented) {
      const hash = await store.accounts.findPassword(account.id)
      if (hash === undefined) return undefined
      return devices.idOf(presented, account, hash) === undefined ? devices.mint(account, hash) : presented
    },

    async knownDevice(account, presented) {
      const hash = await store.accounts.findPassword(account.id)
      return hash === undefined ? undefined : devices.idOf(presented, account, hash)
    },
  }
}
