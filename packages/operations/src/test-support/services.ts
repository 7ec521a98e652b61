import { createFactorSettings, createSecondFactors, createSessions, hashLinkPassword } from '@footfall/accounts'
import {
  type Analytics,
  DomainError,
  type ReportMeta,
  type Reports,
  randomBase62,
  type StatsAnswer,
  type Transaction,
  type Watch,
} from '@footfall/core-domain'
import { createCoordinator } from '@footfall/idempotency'
import { createPreviews } from '@footfall/kernel'
import type { TestDatabase } from '@footfall/testkit'
import { type AuthenticationServices, recentSignIn, stillActive } from '../calls/authenticate.ts'
import type { Services } from '../definition/call.ts'
import { errorsOf } from '../definition/errors.ts'
import { linkSealer } from '../features/shares/kept-link.ts'
import { createLinkProofs } from '../features/shares/shared-links.ts'
import { OTHER_WRITES } from '../interface.ts'
import { webhookSealer } from '../messages/delivery-target.ts'
import { DECLARED } from '../registry.ts'
import { footfallWords } from '../words/footfall-words.ts'

const DECLARED_CODES = new Map(DECLARED.map((operation) => [operation.name, new Set(errorsOf(operation))]))

/** Fails when an operation returns an error that it does not declare: the documentation lists the declared ones. */
const declaredErrorsOnly: Watch = async (step, work) => {
  try {
    return await work()
  } catch (error) {
    const declared = step.kind === 'operation' ? DECLARED_CODES.get(step.operation) : undefined
    if (error instanceof DomainError && declared?.has(error.code) === false)
      throw new Error(`${error.code} is not declared`, { cause: error })
    throw error
  }
}

/** Reports with fixed answers, for rules that ask for a number. A report without an answer fails. */
export function fixedReports(answers: Partial<Reports> = {}): Analytics {
  const reports = new Proxy(answers as Reports, {
    get: (given, name) =>
      Reflect.get(given, name) ?? (() => Promise.reject(new Error(`The test gives no answer for ${String(name)}.`))),
  })
  return Object.assign(Object.create(reports), { forCaller: () => ({ reports, end() {} }), ping: async () => {} })
}

/** A product that never counted anything. */
const NOTHING_COUNTED: Partial<Reports> = {
  query: async () => ({ data: { value: 0 }, meta: {} }) as StatsAnswer,
  funnels: async () => ({ data: [], meta: {} as ReportMeta }),
  sightings: async () => undefined,
  visitorCount: async () => ({ events: 0, visits: 0 }),
  evidence: async () => ({
    first_event_at: undefined,
    last_event_at: undefined,
    events: 0,
    tracker_version: undefined,
    first_goal: undefined,
  }),
}

const ORIGIN = 'https://stats.example'
const FACTOR_KEY = new Uint8Array(32).fill(7)

/** The sessions of `accounts` on a test database. */
export function sessionsOn({ control, clock, random }: TestDatabase, key = random.bytes(32)) {
  return createSessions({ reader: control.sessions, store: control.store, clock, random, key })
}

/** Everything that operations need, on a test database. Reports are fixed unless a test brings others. */
export function servicesOn(database: TestDatabase) {
  const { store, clock, random, ids, control } = database
  const sessions = sessionsOn(database)
  return {
    store,
    sessions: control.sessions,
    analytics: fixedReports(NOTHING_COUNTED),
    clock,
    random,
    ids,
    quotas: { products: 100, tokens: 500, keys: 50, sharedLinks: 50, funnels: 100, members: 200 },
    transaction: <T>(work: (tx: Transaction) => Promise<T>) => store.transaction(work),
    confirmations: createCoordinator({
      records: control.idempotency,
      claims: 'in_transaction',
      transaction: (work) => store.transaction(work),
      now: () => clock.now(),
      newClaimId: () => `idm_${randomBase62(random, 20)}`,
    }),
    previews: createPreviews('footfall', new Uint8Array(32).fill(9), clock, random),
    admitWrite: async () => {},
    wordingIn: footfallWords,
    otherWrites: OTHER_WRITES,
    takeChangeBytes: () => {},
    assertStillActive: stillActive({ sessions }),
    assertRecentSignIn: recentSignIn({ sessions }),
    rateLimiter: control.rateLimiter,
    usage: { used: () => {} },
    hashLinkPassword: (password: string) => hashLinkPassword(password, random),
    factors: createFactorSettings({
      factors: createSecondFactors({ clock, random, key: FACTOR_KEY, baseUrl: ORIGIN, origins: [ORIGIN] }),
      clock,
      random,
      required: false,
    }),
    linkSealer: linkSealer({ key: new Uint8Array(32).fill(7), random }),
    linkProofs: createLinkProofs(new Uint8Array(32).fill(9), clock),
    baseUrl: ORIGIN,
    delivery: {
      sendsEmail: true,
      sealer: webhookSealer({ key: new Uint8Array(32).fill(8), random }),
      privateHosts: new Set<string>(),
    },
    issuers: { privateHosts: new Set(), plainHosts: new Set() },
    searchConsole: { authorizationUrl: () => 'https://accounts.example.com/authorize' },
    rateLimits: { requests: 0, collect: 0 },
    watch: declaredErrorsOnly,
  } satisfies Services & AuthenticationServices & Record<string, unknown>
}
