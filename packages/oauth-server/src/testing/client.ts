import { createHash, randomBytes } from 'node:crypto'
import { lifetimesFrom } from '../lifetimes.ts'
import type { AttackedService, Person } from './attacked-service.ts'
import { Browser, type ConsentForm, formOf } from './browser.ts'
import { expect } from './expect.ts'

export interface TestClient {
  readonly id: string
  readonly secret: string | undefined
  readonly method: 'none' | 'client_secret_basic' | 'client_secret_post'
  readonly redirectUri: string
}

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly scope: string
}

export type Changes = Readonly<Record<string, string | readonly string[] | undefined>>

/** A verifier and its challenge, as a client makes them for each authorization. */
export function newPkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export async function registerClient(
  service: AttackedService,
  method: TestClient['method'] = 'none',
  metadata: object = {},
): Promise<TestClient> {
  const redirectUri = 'https://client.example/cb?tenant=1'
  const response = await postJson(`${service.base}/oauth/register`, {
    client_name: 'A client',
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: method,
    ...metadata,
  })
  expect(response.status).toBe(201)
  const registered = (await response.json()) as { client_id: string; client_secret?: string; redirect_uris: string[] }
  return {
    id: registered.client_id,
    secret: registered.client_secret,
    method,
    redirectUri: registered.redirect_uris[0] ?? '',
  }
}

export function postJson(url: string, value: unknown): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) })
}

export function authorizeUrl(
  service: AttackedService,
  client: TestClient,
  challenge: string,
  changes: Changes = {},
): string {
  const query = parameters({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: client.redirectUri,
    resource: service.resource,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    scope: service.scopes.requested.join(' '),
    state: 'st at&e',
    ...changes,
  })
  return `${service.base}/oauth/authorize?${query}`
}

/** Opens the consent page in a browser and answers its form without sending it. */
export async function consentForm(browser: Browser, url: string): Promise<ConsentForm> {
  const response = await browser.get(url)
  const html = await response.text()
  expect(response.status, html).toBe(200)
  return formOf(html)
}

export async function browserOf(service: AttackedService, person: Person = 'one'): Promise<Browser> {
  return new Browser(service.base, await service.signIn(person))
}

/** The consent form, filled in to allow. */
export async function allowForm(service: AttackedService, browser: Browser, url: string): Promise<ConsentForm> {
  return allowing(service, await consentForm(browser, url))
}

export function allowing(service: AttackedService, form: ConsentForm): ConsentForm {
  service.fillConsent?.(form.fields)
  form.fields.append('decision', 'allow')
  return form
}

/** The whole way to a code. */
export async function obtainCode(
  service: AttackedService,
  client: TestClient,
  given?: Browser,
  changes: Changes = {},
): Promise<{ code: string; verifier: string; answer: URL }> {
  const { verifier, challenge } = newPkce()
  const browser = given ?? (await browserOf(service))
  const { action, fields } = await allowForm(service, browser, authorizeUrl(service, client, challenge, changes))
  const response = await browser.post(action, fields)
  expect(response.status).toBe(303)
  const answer = new URL(response.headers.get('location') ?? '')
  return { code: answer.searchParams.get('code') ?? '', verifier, answer }
}

/** Posts a form to the token or revocation endpoint as the client, by its method. */
export function postForm(
  service: AttackedService,
  path: string,
  client: TestClient,
  form: Changes,
  base = service.base,
): Promise<Response> {
  const { id, secret, method } = client
  const headers: Record<string, string> = {}
  if (method === 'client_secret_basic') {
    headers.authorization = `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret ?? '')}`).toString('base64')}`
  }
  const credentials = {
    client_id: id,
    client_secret: method === 'client_secret_post' ? secret : undefined,
  }
  return fetch(`${base}${path}`, { method: 'POST', headers, body: parameters({ ...credentials, ...form }) })
}

export function exchange(
  service: AttackedService,
  client: TestClient,
  { code, verifier }: { code: string; verifier: string },
  changes: Changes = {},
  base = service.base,
): Promise<Response> {
  const form = {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: client.redirectUri,
    resource: service.resource,
  }
  return postForm(service, '/oauth/token', client, { ...form, ...changes }, base)
}

export function refresh(
  service: AttackedService,
  client: TestClient,
  refreshToken: string,
  changes: Changes = {},
  base = service.base,
): Promise<Response> {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, resource: service.resource }
  return postForm(service, '/oauth/token', client, { ...form, ...changes }, base)
}

export async function connect(service: AttackedService, client: TestClient, browser?: Browser): Promise<Tokens> {
  return tokensOf(await exchange(service, client, await obtainCode(service, client, browser)))
}

export async function tokensOf(response: Response): Promise<Tokens> {
  expect(response.status).toBe(200)
  return (await response.json()) as Tokens
}

/** Status and error code, which is all that a rejection says. */
export async function errorOf(response: Response): Promise<readonly [number, string | undefined]> {
  const { error } = (await response.json()) as { error?: string }
  return [response.status, error]
}

export async function isAccepted(service: AttackedService, accessToken: string, base = service.base): Promise<boolean> {
  if (service.isAccepted) return service.isAccepted(accessToken, base)
  const url = base + new URL(service.resource).pathname
  const response = await fetch(url, { headers: { authorization: `Bearer ${accessToken}` } })
  await response.body?.cancel()
  return response.status !== 401
}

/** How long records of the service are valid, in milliseconds. */
export function lifetimesOf({ lifetimeSeconds }: AttackedService) {
  return lifetimesFrom(lifetimeSeconds)
}

function parameters(values: Changes): URLSearchParams {
  const given = Object.entries(values).flatMap(([name, value]) =>
    [value].flat().flatMap((each) => (each === undefined ? [] : [[name, each] as [string, string]])),
  )
  return new URLSearchParams(given)
}

/** Asserts that a response is a page, and sends the browser nowhere. */
export async function expectPage(response: Response, status: number): Promise<void> {
  expect([response.status, response.headers.get('location')], await response.text()).toEqual([status, null])
}
