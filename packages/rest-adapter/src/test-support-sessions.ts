import { type Account, hashSecret, timestamp } from '@footfall/core-domain'
import { stillActive } from '@footfall/operations'
import type { TestDatabase } from '@footfall/testkit'
import type { BrowserSessions } from './gate.ts'
import type { Answered, Served } from './test-support.ts'

const ORIGIN = 'https://stats.example'
const DAY_MS = 86_400_000

/** What a host with a dashboard adds to its services: people known by a cookie, on the real table of sessions. */
export function dashboardOf({ control, clock }: TestDatabase) {
  const { sessions } = control
  const now = () => timestamp(clock.now())
  const browser: BrowserSessions = {
    origins: [ORIGIN],
    async find({ headers: { cookie } }) {
      const [, secret] = /^session=(.+)$/.exec(cookie ?? '') ?? []
      const found = secret === undefined ? undefined : await sessions.find(hashSecret(secret), now())
      return found && { id: found.session.id, account: found.account.id }
    },
  }
  return { browser, assertStillActive: stillActive({ sessions: { isLive: (id) => sessions.isLive(id, now()) } }) }
}

/** A person at the dashboard. */
export interface Person {
  readonly headers: Readonly<Record<string, string>>
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
}

let signedIn = 0

export async function signIn(database: TestDatabase, served: Served, account: Pick<Account, 'id'>): Promise<Person> {
  const secret = `secret-${++signedIn}`
  const created_at = timestamp(database.clock.now())
  await database.control.sessions.insert({
    id: database.ids.session(),
    secret_hash: hashSecret(secret),
    account: account.id,
    created_at,
    expires_at: timestamp(database.clock.now() + DAY_MS),
  })
  const headers = { cookie: `session=${secret}`, origin: ORIGIN, 'sec-fetch-site': 'same-origin' }
  return {
    headers,
    ask: (method, path, body, more = {}) =>
      served.send(method, path, body === undefined ? undefined : JSON.stringify(body), {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...more,
      }),
  }
}
