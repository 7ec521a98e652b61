import type { Sessions } from '@footfall/accounts'
import type { Account } from '@footfall/core-domain'
import type { BrowserSessions } from '@footfall/operations'
import { sessionsOn } from '@footfall/operations/test-support'
import type { TestDatabase } from '@footfall/testkit'
import type { Answered, Served } from './test-support.ts'

/** The origin of our own pages; `servicesOn` says the same. */
export const OUR_ORIGIN = 'https://stats.example'

/** People who are signed in: the real sessions of `accounts`, in a cookie. */
export interface SignedIn {
  readonly sessions: Sessions
  readonly services: { readonly browser: BrowserSessions }
  /** A cookie for the header `Cookie`. */
  cookieOf(account: Account): Promise<string>
}

export function signedIn(database: TestDatabase): SignedIn {
  const sessions = sessionsOn(database)
  return {
    sessions,
    services: {
      browser: {
        origins: [OUR_ORIGIN],
        async find({ headers }) {
          const secret = headers.cookie?.match(/^session=(.*)$/)?.[1]
          const session = secret === undefined ? undefined : await sessions.find(secret)
          return session && { id: session.id, account: session.account.id }
        },
      },
    },
    cookieOf: async (account) => `session=${(await sessions.begin(account)).reveal()}`,
  }
}

/** A request as a page of ours sends it. */
export function fromOurPage(
  served: Served,
  cookie: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answered> {
  return served.send(method, path, body === undefined ? undefined : JSON.stringify(body), {
    cookie,
    origin: OUR_ORIGIN,
    'sec-fetch-site': 'same-origin',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  })
}

/** Someone at the dashboard. */
export interface Person {
  /** What each request of the browser carries. */
  readonly headers: Readonly<Record<string, string>>
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
}

export async function personAt(served: Served, people: SignedIn, account: Account): Promise<Person> {
  const cookie = await people.cookieOf(account)
  return {
    headers: { cookie, origin: OUR_ORIGIN, 'sec-fetch-site': 'same-origin' },
    ask: (method, path, body, headers) => fromOurPage(served, cookie, method, path, body, headers),
  }
}
