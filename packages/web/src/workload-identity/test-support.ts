import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSessions } from '@footfall/accounts'
import { oauthIdentity, parseSettings } from '@footfall/config'
import type { AccountToken, TokenTrust } from '@footfall/core-domain'
import { requestIds } from '@footfall/http-primitives'
import { DASHBOARD_OPERATIONS, type Principal } from '@footfall/operations'
import { type CallingScenario, type Input, scenarioOn, servicesOn } from '@footfall/operations/test-support'
import type { TestDatabase } from '@footfall/testkit'
import { openIssuer, type TokenClaims, type TokenIssuer, type TokenIssuerOptions } from '@footfall/testkit/token-issuer'
import express from 'express'
import { pino } from 'pino'
import { authorizationServer } from '../oauth/authorization-server.ts'
import { sessionCookie } from '../sessions/session-cookie.ts'
import { createIssuerKeys, type IssuerKeysOptions } from './issuer-keys.ts'

export const BASE_URL = 'https://stats.example'
/** What identity tokens are made for. */
export const AUDIENCE: string = `${BASE_URL}`
export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'
export const JWT = 'urn:ietf:params:oauth:token-type:jwt'

export interface Exchanged {
  readonly status: number
  readonly error: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of several shapes
  readonly body: any
  readonly headers: Headers
}

type SeededTokenOptions = Parameters<CallingScenario['token']>[0]

export type FormParameters = Readonly<Record<string, string | readonly string[] | undefined>>

/** A token with one trust, and what its workload does. */
export interface Trusting {
  readonly parent: AccountToken
  readonly trust: TokenTrust
  readonly subject: string
  /** A token that fits the trust, unless claims or header say otherwise. */
  sign(claims?: TokenClaims, header?: TokenClaims): string
  exchange(token?: string, parameters?: FormParameters, replica?: number): Promise<Exchanged>
}

/** Two replicas of the authorization server on one database, and an issuer. */
export interface ExchangePlace {
  readonly on: CallingScenario
  readonly owner: Principal
  readonly issuer: TokenIssuer
  /** Another issuer that trusts may name. */
  openIssuer(options?: TokenIssuerOptions): Promise<TokenIssuer>
  /** Calls an operation of the dashboard as the owner. */
  operate(name: string, input: Input): ReturnType<CallingScenario['call']>
  trusting(trust?: Readonly<Record<string, unknown>>, options?: TrustingOptions): Promise<Trusting>
  post(parameters: FormParameters, replica?: number, headers?: Readonly<Record<string, string>>): Promise<Exchanged>
  close(): Promise<void>
}

interface TrustingOptions {
  readonly issuer?: TokenIssuer
  /** What is different about the token. */
  readonly token?: Partial<SeededTokenOptions>
}

let made = 0

export async function exchangePlace(
  database: TestDatabase,
  {
    keys = {},
    environment = {},
    privateHosts = [],
  }: {
    readonly keys?: Partial<IssuerKeysOptions>
    readonly environment?: Record<string, string>
    readonly privateHosts?: readonly string[]
  } = {},
): Promise<ExchangePlace> {
  const { clock, random } = database
  const hosts = { privateHosts: new Set<string>(privateHosts), plainHosts: new Set<string>() }
  const on = await scenarioOn(database, { services: { ...servicesOn(database), issuers: hosts } })
  const owner = await on.person('owner')
  const settings = parseSettings({ BASE_URL, RATE_LIMIT_OAUTH: '0', ...environment })
  const servers: Server[] = []
  const ports: number[] = []
  const issuers: TokenIssuer[] = []
  const open = async (options: TokenIssuerOptions = {}) => {
    const opened = await openIssuer({ now: clock.now, claims: { aud: AUDIENCE }, ...options })
    ;(options.tlsName === undefined ? hosts.plainHosts : hosts.privateHosts).add(opened.host)
    issuers.push(opened)
    return opened
  }
  const replica = async (control: TestDatabase['control']) => {
    const sessions = createSessions({
      reader: control.sessions,
      store: control.store,
      clock,
      random,
      key: new Uint8Array(32),
    })
    const { handler } = authorizationServer({
      identity: oauthIdentity(settings),
      settings,
      control,
      sessions,
      cookie: sessionCookie(false),
      key: new Uint8Array(32),
      clock,
      random,
      log: pino({ level: 'silent' }),
      issuerKeys: createIssuerKeys({ hosts, clock, timeoutMs: 60_000, ...keys }),
    })
    const app = express().use(
      requestIds(() => 'req_1'),
      handler,
    )
    const server = createServer(app).listen(0, '127.0.0.1')
    await once(server, 'listening')
    servers.push(server)
    ports.push((server.address() as AddressInfo).port)
  }
  await replica(database.control)
  await replica(database.open())
  const issuer = await open()

  const post: ExchangePlace['post'] = async (parameters, at = 0, headers = {}) => {
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries(parameters))
      for (const each of value === undefined ? [] : typeof value === 'string' ? [value] : value) body.append(name, each)
    const port = ports[at]
    const response = await fetch(`http://127.0.0.1:${port}/oauth/token`, { method: 'POST', body, headers })
    const answer = (await response.json()) as Exchanged['body']
    return { status: response.status, error: answer.error, body: answer, headers: response.headers }
  }
  const operate: ExchangePlace['operate'] = (name, input) => {
    const operation = DASHBOARD_OPERATIONS.find((each) => each.name === name)
    if (operation === undefined) throw new Error(`No operation ${name}.`)
    return on.call(owner, operation, input)
  }

  return {
    on,
    owner,
    issuer,
    openIssuer: open,
    operate,
    post,
    async trusting(changes = {}, { issuer: named = issuer, token = {} } = {}) {
      const subject = `repo:acme/site${++made}:ref:refs/heads/main`
      const { token: parent } = await on.token({ scopes: ['analytics:read', 'products:read'], ...token })
      const body = {
        issuer: named.issuer,
        audience: AUDIENCE,
        subject,
        scopes: ['analytics:read'],
        products: parent.products,
        ...changes,
      }
      const { data, detail } = await operate('dashboard_trusts_create', { path: { token_id: parent.id }, body })
      if (data === undefined) throw new Error(detail)
      const trust: TokenTrust = data.result
      const sign: Trusting['sign'] = (claims, header) => named.sign({ sub: subject, ...claims }, header)
      return {
        parent,
        trust,
        subject,
        sign,
        exchange: (subject_token = sign(), parameters = {}, at = 0) =>
          post({ grant_type: TOKEN_EXCHANGE, subject_token_type: JWT, subject_token, ...parameters }, at),
      }
    },
    async close() {
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
      await Promise.all(issuers.map((each) => each.close()))
    },
  }
}
