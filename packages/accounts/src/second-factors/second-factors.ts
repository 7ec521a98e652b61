import {
  type Account,
  type AccountId,
  type Clock,
  createSealer,
  type Keyring,
  type PasskeyRecord,
  type RandomSource,
  type Sealer,
  type SecondFactorMethod,
  type Store,
  timestamp,
  type WritableStore,
} from '@footfall/core-domain'
import { type Challenges, createChallenges } from './challenges.ts'
import { createPasskeys, type Passkeys } from './passkeys.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { matchingStep, readTotpCode } from './totp.ts'

export interface SecondFactorDependencies {
  readonly clock: Clock
  readonly random: RandomSource
  /** Encrypts secrets of authenticator apps and challenges; the same in every process of a service. */
  readonly key: Keyring
  /** Origin of the service, without a trailing slash. */
  readonly baseUrl: string
  readonly origins: readonly string[]
}

/** What second factors are checked with. */
export interface SecondFactors {
  readonly challenges: Challenges
  readonly passkeys: Passkeys
  /** Encrypts the secret of the authenticator app of an account. */
  sealSecret(secret: string, account: AccountId): string
  /** Whether the stored secret of the authenticator app can be read; not after the key was changed. */
  isReadable(store: Pick<Store, 'secondFactors'>, account: AccountId): Promise<boolean>
  /** Uses a code of the authenticator app or a recovery code, once; undefined for a wrong or used code. */
  useCode(
    store: Pick<WritableStore, 'secondFactors'>,
    account: Pick<Account, 'id'>,
    presented: string,
  ): Promise<Exclude<SecondFactorMethod, 'passkey'> | undefined>
  /** Uses a proof of a passkey; undefined for a wrong one. The challenge is marked as used separately. */
  usePasskey(
    store: Pick<WritableStore, 'secondFactors'>,
    response: unknown,
    challenge: string,
  ): Promise<PasskeyRecord | undefined>
}

/** Encrypts the secrets of authenticator apps. */
export function authenticatorSealer({ key, random }: Pick<SecondFactorDependencies, 'key' | 'random'>): Sealer {
  return createSealer(key, 'authenticator secret', random)
}

/** The secret of an authenticator app, sealed with the current key; undefined when no accepted key opens it. */
export function resealAuthenticator(sealer: Sealer, account: AccountId, sealed: string): string | undefined {
  const secret = sealer.open(sealed, account)
  return secret === undefined ? undefined : sealer.seal(secret, account)
}

export function createSecondFactors(dependencies: SecondFactorDependencies): SecondFactors {
  const { clock } = dependencies
  const sealer = authenticatorSealer(dependencies)
  const passkeys = createPasskeys(dependencies)

  const secretOf = async (store: Pick<Store, 'secondFactors'>, account: AccountId) => {
    const record = await store.secondFactors.authenticator(account)
    return record && sealer.open(record.sealed_secret, account)
  }

  return {
    challenges: createChallenges(dependencies),
    passkeys,

    sealSecret: (secret, account) => sealer.seal(secret, account),

    isReadable: async (store, account) => (await secretOf(store, account)) !== undefined,

    async useCode(store, { id }, presented) {
      const hash = recoveryCodeHash(presented)
      if (hash !== undefined) {
        return (await store.secondFactors.useRecoveryCode(id, hash)) ? 'recovery_code' : undefined
      }
      const code = readTotpCode(presented)
      const secret = code === undefined ? undefined : await secretOf(store, id)
      if (code === undefined || secret === undefined) return undefined
      const step = matchingStep(secret, code, clock.now())
      if (step === undefined || !(await store.secondFactors.useStep(id, step))) return undefined
      return 'totp'
    },

    async usePasskey(store, response, challenge) {
      const id = passkeys.credentialOf(response)
      const passkey = id === undefined ? undefined : await store.secondFactors.findPasskey(id)
      if (passkey === undefined) return undefined
      const counter = await passkeys.verifyProof(response, challenge, passkey)
      if (counter === undefined) return undefined
      return (await store.secondFactors.usePasskey(passkey, counter, timestamp(clock.now()))) ? passkey : undefined
    },
  }
}
