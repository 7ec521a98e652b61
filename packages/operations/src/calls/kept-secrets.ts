import {
  type AccountId,
  type Clock,
  createSealer,
  hashSecret,
  isLinkSecret,
  type Keyring,
  MINUTE_MS,
  mintLinkSecret,
  type RandomSource,
  Secret,
  type Transaction,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'

const KEPT_MS = 10 * MINUTE_MS
export const KEPT_SECRET_PATH = '/new-secret'

/** `none` if the secret does not exist, belongs to another account, or has expired after ten minutes. */
export type KeptSecretState = 'none' | 'waiting' | 'shown'

/** New secrets that a person sees in the browser, once and within ten minutes, instead of the client that created them. */
export interface KeptSecrets {
  /** Keeps the secret, encrypted, and returns the address of its page. Only a person of the account can open it. */
  keep(account: AccountId, secret: Secret): Promise<string>
  stateOf(handle: string, account: AccountId): Promise<KeptSecretState>
  /** The secret, which is forgotten with this; undefined unless its state is `waiting`. */
  take(handle: string, account: AccountId): Promise<Secret | undefined>
}

/** `key` must be the same on every replica; `origin` is that of the page. */
export function createKeptSecrets(dependencies: {
  readonly store: Pick<TransactionalStore, 'transaction'>
  readonly key: Keyring
  readonly clock: Clock
  readonly random: RandomSource
  readonly origin: string
}): KeptSecrets {
  const { store, key, clock, random, origin } = dependencies
  const sealer = createSealer(key, 'new secret', random)
  /** The handle is part of the label: a copy of the database opens nothing, and no row opens as another. */
  const labelOf = (handle: string, account: AccountId) => `${account} ${handle}`
  const ofHandle = <Result>(
    handle: string,
    work: (hash: string, repository: Transaction['store']['keptSecrets']) => Promise<Result | undefined>,
  ) =>
    isLinkSecret(handle)
      ? store.transaction((tx) => work(hashSecret(handle), tx.store.keptSecrets))
      : Promise.resolve(undefined)
  return {
    async keep(account, secret) {
      const { secret: handle, hash } = mintLinkSecret(random)
      const sealed = sealer.seal(secret.reveal(), labelOf(handle.reveal(), account))
      const expires_at = timestamp(clock.now() + KEPT_MS)
      await store.transaction((tx) => tx.store.keptSecrets.insert({ handle_hash: hash, account, sealed, expires_at }))
      return `${origin}${KEPT_SECRET_PATH}/${handle.reveal()}`
    },

    async stateOf(handle, account) {
      const now = timestamp(clock.now())
      const found = await ofHandle(handle, (hash, kept) => kept.find(hash, account, now))
      if (found === undefined) return 'none'
      return found.isShown ? 'shown' : 'waiting'
    },

    async take(handle, account) {
      const now = timestamp(clock.now())
      const sealed = await ofHandle(handle, (hash, kept) => kept.take(hash, account, now))
      const text = sealed === undefined ? undefined : sealer.open(sealed, labelOf(handle, account))
      return text === undefined ? undefined : new Secret(text)
    },
  }
}
