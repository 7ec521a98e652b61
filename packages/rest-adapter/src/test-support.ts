import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DomainError, type Transaction, type Watch } from '@footfall/core-domain'
import { createCoordinator } from '@footfall/idempotency'
import { DASHBOARD_OPERATIONS, errorsOf, OPERATIONS, recentSignIn, stillActive } from '@footfall/operations'
import type { TestDatabase } from '@footfall/testkit'
import express from 'express'
import { createRestRouter, type RestServices } from './rest-router.ts'

/** A served router for tests: real HTTP over a real port. */
export interface Served {
  readonly url: string
  readonly logged: { context: unknown; message: string }[]
  get(path: string, token?: string, headers?: Record<string, string>): Promise<Answered>
  send(
    method: string,
    path: string,
    body: string | Uint8Array | undefined,
    headers?: Record<string, string>,
  ): Promise<Answered>
  close(): Promise<void>
}
export interface Answered {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  readonly body: any
}

export async function serve(services: Omit<RestServices, 'log' | 'newRequestId'>): Promise<Served> {
  const logged: Served['logged'] = []
  let requests = 0
  const app = express()
  app.set('query parser', false)
  app.use(
    createRestRouter({
      watch: declaredRefusalsOnly,
      ...services,
      log: {
        error: (context, message) => logged.push({ context, message }),
        warn: (context, message) => logged.push({ context, message }),
      },
      newRequestId: () => `req_${++requests}`,
    }),
  )
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const send: Served['send'] = async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
  }
  return {
    url,
    logged,
    get: (path, token, headers = {}) =>
      send('GET', path, undefined, token === undefined ? headers : { authorization: `Bearer ${token}`, ...headers }),
    send,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const REFUSALS = new Map(
  [...OPERATIONS, ...DASHBOARD_OPERATIONS].map((operation) => [operation.name, new Set(errorsOf(operation))]),
)

/** Makes a bug of every refusal that its operation does not declare, so that the documentation leaves none out. */
const declaredRefusalsOnly: Watch = async (step, work) => {
  try {
    return await work()
  } catch (error) {
    const declared = step.kind === 'operation' ? REFUSALS.get(step.operation) : undefined
    if (error instanceof DomainError && declared?.has(error.code) === false)
      throw new Error(`${error.code} is not declared`, { cause: error })
    throw error
  }
}

/** The parts of the services that come from a test database. */
export function servicesOf(database: TestDatabase) {
  const { store, clock, random, ids, control } = database
  let claims = 0
  return {
    store,
    sessions: control.sessions,
    clock,
    random,
    ids,
    quotas: { products: 100, tokens: 500, keys: 50, funnels: 100, members: 200 },
    transaction: <T>(work: (tx: Transaction) => Promise<T>) => store.transaction(work),
    confirmations: createCoordinator({
      records: control.idempotency,
      transaction: (work) => store.transaction(work),
      now: () => clock.now(),
      newClaimId: () => `idm_${database.dialect}_${++claims}`,
    }),
    admitWrite: async () => {},
    assertStillActive: stillActive({}),
    assertRecentSignIn: recentSignIn({}),
    rateLimiter: control.rateLimiter,
    usage: { used: () => {} },
    baseUrl: 'https://stats.example',
    rateLimits: { requests: 0, collect: 0 },
  }
}
