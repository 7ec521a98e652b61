import {
  type Account,
  InvalidRequest,
  NotFound,
  type PasskeyId,
  type SecondFactorMethod,
  type Secret,
  type SecurityEvent,
  type SessionId,
  type Store,
  securityNotice,
  type Timestamp,
  type Transaction,
  timestamp,
} from '@footfall/core-domain'
import type { PasskeyOptions } from '../second-factors/passkeys.ts'
import { type QrCode, qrCode } from '../second-factors/qr-code.ts'
import { mintRecoveryCodes } from '../second-factors/recovery-codes.ts'
import type { SecondFactorDependencies, SecondFactors } from '../second-factors/second-factors.ts'
import { matchingStep, mintTotpSecret, otpauthUri, readTotpCode } from '../second-factors/totp.ts'

const ISSUER = 'Footfall'
const AUTHENTICATOR = 'An authenticator app'
const PASSKEYS_MAX = 20

export interface FactorSettingsDependencies extends Pick<SecondFactorDependencies, 'clock' | 'random'> {
  readonly factors: SecondFactors
  /** Whether people may do nothing without a second factor. */
  readonly required: boolean
}

/** A secret for an authenticator app that is not stored yet. `setup` holds it, encrypted, until its first code is given. */
export interface AuthenticatorSetup {
  readonly setup: string
  /** For apps that cannot read the QR code. */
  readonly secret: string
  readonly uri: string
  readonly qr: QrCode
  readonly expires_at: Timestamp
}

export interface PasskeySetup {
  readonly setup: string
  /** For `navigator.credentials.create`. */
  readonly options: PasskeyOptions
  readonly expires_at: Timestamp
}

/** A change that was checked and is not written yet. */
export interface FactorChange<Result> {
  readonly result: Result
  /** Whether the account had no second factor: recovery codes are made too. */
  readonly first: boolean
  /** Writes it, with an email to the person. Returns the recovery codes where they were made. */
  commit(tx: Transaction): Promise<Secret | undefined>
}

export interface AddedPasskey {
  readonly id: PasskeyId
  readonly name: string
  readonly created_at: Timestamp
}

export interface FactorRemoval {
  /** Such as `The passkey “Laptop”`. */
  readonly factor: string
  /** Whether no second factor remains. */
  readonly last: boolean
  commit(tx: Transaction): Promise<void>
}

/** The session that sets a factor up has proved it. */
type Setter = Account & { readonly session: SessionId }

/** Adds and removes the second factors of an account. Run each `commit` in the transaction in which it was planned. */
export interface FactorSettings {
  readonly required: boolean
  readonly passkeysAvailable: boolean
  setUpAuthenticator(account: Account): AuthenticatorSetup
  /** Throws `InvalidRequest` for an ended setup or a wrong code, and `AlreadyExists` at the commit. */
  addAuthenticator(
    given: { readonly setup: string; readonly code: string },
    account: Setter,
    store: Store,
  ): Promise<FactorChange<undefined>>
  setUpPasskey(account: Account, store: Store): Promise<PasskeySetup>
  /** Throws `InvalidRequest` for an ended setup or a response that does not verify, and `AlreadyExists` at the commit. */
  addPasskey(
    given: { readonly setup: string; readonly name: string; readonly response: unknown },
    account: Setter,
    store: Store,
  ): Promise<FactorChange<AddedPasskey>>
  /** Throws `NotFound`, and `InvalidRequest` for the last factor where the service requires one. */
  removal(which: 'authenticator' | PasskeyId, account: Account, store: Store): Promise<FactorRemoval>
  /** Replaces the recovery codes. */
  replaceRecoveryCodes(account: Account, tx: Transaction): Promise<Secret>
}

export function createFactorSettings({ factors, clock, random, required }: FactorSettingsDependencies): FactorSettings {
  const notify = (tx: Transaction, account: Account, event: SecurityEvent) =>
    tx.store.outbox.enqueue(securityNotice({ clock, random }, account, event))

  const newCodes = async (account: Account, tx: Transaction) => {
    const { secret, hashes } = mintRecoveryCodes(random)
    await tx.store.secondFactors.putRecoveryCodes(account.id, hashes, timestamp(clock.now()))
    return secret
  }

  /** What follows the storing of a factor, in its transaction. */
  const added = async (
    tx: Transaction,
    account: Setter,
    {
      first,
      factor,
      method,
    }: { readonly first: boolean; readonly factor: string; readonly method: SecondFactorMethod },
  ) => {
    await tx.sessions.putSecondFactor(account.session, method)
    await notify(tx, account, { kind: 'second_factor_added', factor })
    return first ? newCodes(account, tx) : undefined
  }

  return {
    required,
    passkeysAvailable: factors.passkeys.areAvailable,

    setUpAuthenticator(account) {
      const secret = mintTotpSecret(random)
      const uri = otpauthUri(secret, account.email, ISSUER)
      const { challenge, expires_at } = factors.challenges.issue('authenticator_setup', { secret, account: account.id })
      return { setup: challenge.reveal(), secret, uri, qr: qrCode(uri), expires_at }
    },

    async addAuthenticator({ setup, code }, account, store) {
      const opened = factors.challenges.open('authenticator_setup', setup)
      if (opened?.content.account !== account.id) throw setupEnded()
      const { secret } = opened.content
      const typed = readTotpCode(code)
      const step = typed === undefined ? undefined : matchingStep(secret, typed, clock.now())
      if (step === undefined)
        throw new InvalidRequest([{ path: 'code', message: 'is not the current code of the app' }])
      const first = !(await store.secondFactors.has(account.id))
      return {
        result: undefined,
        first,
        async commit(tx) {
          if (!(await opened.use(tx.store))) throw setupEnded()
          await tx.store.secondFactors.insertAuthenticator({
            account: account.id,
            sealed_secret: factors.sealSecret(secret, account.id),
            last_step: step,
            created_at: timestamp(clock.now()),
          })
          return added(tx, account, { first, factor: AUTHENTICATOR, method: 'totp' })
        },
      }
    },

    async setUpPasskey(account, store) {
      const options = await factors.passkeys.setupOptions(account, await store.secondFactors.passkeys(account.id))
      const content = { challenge: options.challenge, account: account.id }
      const { challenge, expires_at } = factors.challenges.issue('passkey_setup', content)
      return { setup: challenge.reveal(), options, expires_at }
    },

    async addPasskey({ setup, name, response }, account, store) {
      const opened = factors.challenges.open('passkey_setup', setup)
      if (opened?.content.account !== account.id) throw setupEnded()
      const made = await factors.passkeys.verifySetup(response, opened.content.challenge, { account: account.id, name })
      if (made === undefined) throw new InvalidRequest([{ path: 'response', message: 'could not be verified' }])
      const existing = await store.secondFactors.passkeys(account.id)
      if (existing.length >= PASSKEYS_MAX)
        throw new InvalidRequest([{ path: 'name', message: `cannot be added: ${PASSKEYS_MAX} passkeys are the limit` }])
      const first = !(await store.secondFactors.has(account.id))
      return {
        result: { id: made.id, name, created_at: made.created_at },
        first,
        async commit(tx) {
          if (!(await opened.use(tx.store))) throw setupEnded()
          await tx.store.secondFactors.insertPasskey(made)
          return added(tx, account, { first, factor: passkeyNamed(name), method: 'passkey' })
        },
      }
    },

    async removal(which, account, { secondFactors }) {
      const [app, passkeys] = await Promise.all([
        secondFactors.authenticator(account.id),
        secondFactors.passkeys(account.id),
      ])
      const passkey = passkeys.find(({ id }) => id === which)
      if (which === 'authenticator' ? app === undefined : passkey === undefined) throw new NotFound()
      const last = passkeys.length + (app === undefined ? 0 : 1) === 1
      if (last && required)
        throw new InvalidRequest([
          {
            path: 'account',
            message: 'needs a second factor on this service; add another one before you remove this one',
          },
        ])
      const factor = passkey === undefined ? AUTHENTICATOR : passkeyNamed(passkey.name)
      return {
        factor,
        last,
        async commit(tx) {
          const { secondFactors: repository } = tx.store
          if (last) await repository.removeAll(account.id)
          else if (passkey === undefined) await repository.removeAuthenticator(account.id)
          else await repository.removePasskey(account.id, passkey.id)
          await notify(tx, account, { kind: 'second_factor_removed', factor })
        },
      }
    },

    async replaceRecoveryCodes(account, tx) {
      const secret = await newCodes(account, tx)
      await notify(tx, account, { kind: 'recovery_codes_replaced' })
      return secret
    },
  }
}

const setupEnded = () => new InvalidRequest([{ path: 'setup', message: 'has ended; start again' }])
const passkeyNamed = (name: string) => `The passkey “${name}”`
