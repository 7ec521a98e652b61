import { type Account, type Keyring, type Store, timestamp } from '@footfall/core-domain'
import type { TestDatabase } from '@footfall/testkit'
import {
  createAccount,
  createCodeChecks,
  createPasswordChecks,
  createSecondFactors,
  createSessions,
  type SignInLog,
} from './index.ts'
import { type EmailAndPassword, provePassword } from './methods/password/prove-password.ts'

export const PASSWORD = 'correct horse battery'
export const NEXT = 'another horse, another battery'
export const HERE = { address: '192.0.2.7', requestId: 'req_1' }
export const ORIGIN = 'https://stats.example'
export const KEY = new Uint8Array(32).fill(5)
const QUIET: SignInLog = { info: () => {}, error: () => {} }

/** Sessions under this key. */
export function sessionsWith({ control, clock, random }: TestDatabase, key: Keyring) {
  return createSessions({ reader: control.sessions, store: control.store, clock, random, key })
}

/** Everything that signing in works with, on a test database. */
export function signInOn(database: TestDatabase, log: SignInLog = QUIET) {
  const { control, store, clock, random } = database
  const sessions = sessionsWith(database, KEY)
  const passwords = createPasswordChecks({ store, attempts: control.signInAttempts, clock, random, key: KEY, log })
  const origins = [ORIGIN]
  const factors = createSecondFactors({ clock, random, key: KEY, baseUrl: ORIGIN, origins })
  const attempts = control.signInAttempts
  const codes = createCodeChecks({ store, attempts, factors, passwords, clock, random, key: KEY, log })
  return { store, sessions, passwords, factors, codes, clock, random }
}

/** The account with this email address and password. */
export async function verifyPassword(store: Store, presented: EmailAndPassword): Promise<Account | undefined> {
  return (await provePassword(store, presented))?.account
}

/** Somebody with an account and two browsers that are signed in. */
export async function personOn(database: TestDatabase) {
  const services = signInOn(database)
  const { sessions, store } = services
  const email = `${database.ids.account().toLowerCase()}@example.com`
  const { account } = await createAccount(database, { email, name: 'Ada Lovelace', password: PASSWORD })
  const signedIn = async (secret: string) => {
    const session = await sessions.find(secret)
    if (session === undefined) throw new Error('no session')
    return session
  }
  const here = (await sessions.begin(account)).reveal()
  const elsewhere = (await sessions.begin(account)).reveal()
  return {
    services,
    account,
    here,
    elsewhere,
    signedIn,
    isSignedIn: async (secret: string) => (await sessions.find(secret)) !== undefined,
    entries: async () => {
      await services.passwords.settled()
      return (await store.audit.list({ account: account.id, limit: 100 })).toReversed()
    },
    mails: async () => (await database.store.outbox.take(LATER, LATER, 1_000)).filter(({ to }) => to === email),
  }
}

const LATER = timestamp(Date.UTC(2999, 0))
