import {
  type Account,
  AccountId,
  createSealer,
  type FactorSetter,
  InvalidRequest,
  type Keyring,
  MINUTE_MS,
  type RandomSource,
  type Sealer,
  type Store,
  timestamp,
  type WritableStore,
} from '@footfall/core-domain'
import { z } from 'zod'
import { defineChallenge } from '../../signing-in/challenges.ts'
import {
  type AddFactor,
  defineSecondFactor,
  type MethodDependencies,
  setupEnded,
} from '../../signing-in/second-factor.ts'
import { qrCode } from './qr-code.ts'
import { matchingStep, mintTotpSecret, otpauthUri, readTotpCode } from './totp.ts'

const ISSUER = 'Footfall'
const NAME = 'An authenticator app'

const SETUP = defineChallenge({
  purpose: 'authenticator_setup',
  content: z.object({ secret: z.string(), account: AccountId }),
  lifeMs: 15 * MINUTE_MS,
})

/** Encrypts the secrets of authenticator apps. */
export function authenticatorSealer({ key, random }: { readonly key: Keyring; readonly random: RandomSource }): Sealer {
  return createSealer(key, 'authenticator secret', random)
}

/** The secret of an authenticator app, sealed with the current key; undefined when no accepted key opens it. */
export function resealAuthenticator(sealer: Sealer, account: AccountId, sealed: string): string | undefined {
  const secret = sealer.open(sealed, account)
  return secret === undefined ? undefined : sealer.seal(secret, account)
}

/** An app that shows a code of six digits (TOTP): a second factor, after the password or the provider. */
export const authenticatorApp = defineSecondFactor('totp', (dependencies: MethodDependencies) => {
  const { clock, random, challenges } = dependencies
  const sealer = authenticatorSealer(dependencies)

  /** Undefined also for a secret that no accepted key opens. */
  const secretOf = async ({ secondFactors }: Pick<Store, 'secondFactors'>, account: AccountId) => {
    const record = await secondFactors.authenticator(account)
    return record && sealer.open(record.sealed_secret, account)
  }

  return {
    inWords: 'a code of the authenticator app',

    canProve: async (store, account) => (await secretOf(store, account)) !== undefined,

    async held({ secondFactors }, account) {
      if ((await secondFactors.authenticator(account)) === undefined) return []
      return [{ id: 'authenticator', name: NAME, remove: (store) => store.secondFactors.removeAuthenticator(account) }]
    },

    code: {
      read: readTotpCode,
      async use({ store }, { id }, code) {
        const secret = await secretOf(store, id)
        const step = secret === undefined ? undefined : matchingStep(secret, code, clock.now())
        return step !== undefined && store.secondFactors.useStep(id, step)
      },
    },

    settings: (add: AddFactor) => ({
      /**
       * A secret that is not stored yet: `setup` holds it, encrypted, until its first code is given. `secret` is for apps that
       * cannot read the QR code.
       */
      setUpAuthenticator(account: Account) {
        const secret = mintTotpSecret(random)
        const uri = otpauthUri(secret, account.email, ISSUER)
        const { challenge, expires_at } = challenges.issue(SETUP, { secret, account: account.id })
        return { setup: challenge.reveal(), secret, uri, qr: qrCode(uri), expires_at }
      },

      /** Throws `InvalidRequest` for an ended setup or a wrong code, and `AlreadyExists` at the commit. */
      async addAuthenticator(
        { setup: presented, code }: { readonly setup: string; readonly code: string },
        account: FactorSetter,
        store: Store,
      ) {
        const setup = challenges.open(SETUP, presented)
        if (setup?.content.account !== account.id) throw setupEnded()
        const { secret } = setup.content
        const typed = readTotpCode(code)
        const step = typed === undefined ? undefined : matchingStep(secret, typed, clock.now())
        if (step === undefined)
          throw new InvalidRequest([{ path: 'code', message: 'is not the current code of the app' }])
        const insert = ({ secondFactors }: Pick<WritableStore, 'secondFactors'>) =>
          secondFactors.insertAuthenticator({
            account: account.id,
            sealed_secret: sealer.seal(secret, account.id),
            last_step: step,
            created_at: timestamp(clock.now()),
          })
        const changes = [{ path: 'authenticator', from: null, to: 'added' }]
        return add({ method: 'totp', name: NAME, changes, result: undefined, setup, insert }, account, store)
      },
    }),
  }
})
