import {
  type Account,
  AccountId,
  type FactorSetter,
  InvalidRequest,
  MINUTE_MS,
  type PasskeyRecord,
  type Secret,
  SessionId,
  type Store,
  timestamp,
  type WritableStore,
} from '@footfall/core-domain'
import { z } from 'zod'
import { type ChallengeKind, defineChallenge } from '../../signing-in/challenges.ts'
import {
  type AddFactor,
  defineSecondFactor,
  type MethodDependencies,
  setupEnded,
} from '../../signing-in/second-factor.ts'
import { createWebAuthn, type PasskeyOptions } from './webauthn.ts'

const PASSKEYS_MAX = 20

const SETUP = defineChallenge({
  purpose: 'passkey_setup',
  content: z.object({ challenge: z.string(), account: AccountId }),
  lifeMs: 5 * MINUTE_MS,
})
export const SIGN_IN = defineChallenge({
  purpose: 'passkey_sign_in',
  content: z.object({ challenge: z.string() }),
  lifeMs: 5 * MINUTE_MS,
})
export const REAUTHENTICATION = defineChallenge({
  purpose: 'passkey_reauthentication',
  content: z.object({ challenge: z.string(), session: SessionId }),
  lifeMs: 5 * MINUTE_MS,
})

/** What a browser needs to prove a passkey, and the challenge that it presents with the proof. */
export interface PasskeyQuestion {
  readonly options: PasskeyOptions
  readonly challenge: Secret
}

/**
 * A passkey (WebAuthn). It is accepted only when the authenticator verified the person, so it is both factors and signs in
 * without a password. It is also a second factor: otherwise a stolen password would get past it.
 */
export const passkey = defineSecondFactor('passkey', (dependencies: MethodDependencies) => {
  const { clock, challenges } = dependencies
  const webAuthn = createWebAuthn(dependencies)

  return {
    inWords: 'a passkey',

    canProve: async ({ secondFactors }, account) =>
      webAuthn.isAvailable && (await secondFactors.passkeys(account)).length > 0,

    held: async ({ secondFactors }, account) =>
      (await secondFactors.passkeys(account)).map(({ id, name }) => ({
        id,
        name: named(name),
        remove: (store) => store.secondFactors.removePasskey(account, id),
      })),

    async ask<Content>(
      kind: ChallengeKind<Content>,
      contentOf: (challenge: string) => Content,
    ): Promise<PasskeyQuestion> {
      const options = await webAuthn.proofOptions()
      return { options, challenge: challenges.issue(kind, contentOf(options.challenge)).challenge }
    },

    /** Uses a proof of a passkey; undefined for a wrong one. The challenge is marked as used separately. */
    async use(
      { secondFactors }: Pick<WritableStore, 'secondFactors'>,
      response: unknown,
      challenge: string,
    ): Promise<PasskeyRecord | undefined> {
      const id = webAuthn.credentialOf(response)
      const record = id === undefined ? undefined : await secondFactors.findPasskey(id)
      if (record === undefined) return undefined
      const counter = await webAuthn.verifyProof(response, challenge, record)
      if (counter === undefined) return undefined
      return (await secondFactors.usePasskey(record, counter, timestamp(clock.now()))) ? record : undefined
    },

    settings: (add: AddFactor) => ({
      /** Whether browsers offer passkeys at the address of this service. */
      passkeysAvailable: webAuthn.isAvailable,

      /** The options for `navigator.credentials.create`. */
      async setUpPasskey(account: Account, { secondFactors }: Store) {
        const options = await webAuthn.setupOptions(account, await secondFactors.passkeys(account.id))
        const content = { challenge: options.challenge, account: account.id }
        const { challenge, expires_at } = challenges.issue(SETUP, content)
        return { setup: challenge.reveal(), options, expires_at }
      },

      /** Throws `InvalidRequest` for an ended setup or a response that does not verify, and `AlreadyExists` at the commit. */
      async addPasskey(
        given: { readonly setup: string; readonly name: string; readonly response: unknown },
        account: FactorSetter,
        store: Store,
      ) {
        const { setup: presented, name, response } = given
        const setup = challenges.open(SETUP, presented)
        if (setup?.content.account !== account.id) throw setupEnded()
        const made = await webAuthn.verifySetup(response, setup.content.challenge, { account: account.id, name })
        if (made === undefined) throw new InvalidRequest([{ path: 'response', message: 'could not be verified' }])
        if ((await store.secondFactors.passkeys(account.id)).length >= PASSKEYS_MAX)
          throw new InvalidRequest([
            { path: 'name', message: `cannot be added: ${PASSKEYS_MAX} passkeys are the limit` },
          ])
        const result = { id: made.id, name, created_at: made.created_at }
        const insert = ({ secondFactors }: Pick<WritableStore, 'secondFactors'>) => secondFactors.insertPasskey(made)
        const changes = [{ path: 'name', from: null, to: name }]
        return add({ method: 'passkey', name: named(name), changes, result, setup, insert }, account, store)
      },
    }),
  }
})

export type Passkey = ReturnType<typeof passkey>

const named = (name: string) => `The passkey “${name}”`
