import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ReportRow {
  /** date, query, page, country, device */
  readonly keys: readonly [string, string, string, string, string]
  readonly clicks: number
  readonly impressions: number
  readonly position: number
}

interface ReportQuery {
  readonly property: string
  readonly startDate: string
  readonly endDate: string
  readonly dimensions: readonly string[]
  readonly dataState: string
  readonly rowLimit: number
  readonly startRow: number
}

/** Answers a request in the provider's place and returns true, or leaves it to the stand-in. */
type Interference = (response: ServerResponse, request: ReportQuery | 'token' | 'sites' | 'revoke') => boolean

/** A property in somebody's list. */
export interface Site {
  readonly siteUrl: string
  readonly permissionLevel: string
}

/** Google's authorization page, token endpoint, list of properties and Search Analytics, as documented, over rows that a test sets. */
export interface GoogleStandIn {
  readonly url: string
  readonly tokenUrl: string
  readonly authUrl: string
  /** What the person at the authorization page does. */
  person: 'allows' | 'denies' | 'allows something else'
  sites: readonly Site[]
  /** Tokens that were given back. */
  readonly givenBack: readonly string[]
  /** Every report asked for with a valid access token, in order. */
  readonly queries: readonly ReportQuery[]
  readonly tokensIssued: number
  /** What each property has. */
  readonly properties: Map<string, readonly ReportRow[]>
  readonly revoked: Set<string>
  interfere: Interference
  /** Reports are answered once it is fulfilled. */
  answering: Promise<void>
  expiresIn: number
  reset(): void
  close(): Promise<void>
}

const SCOPE = 'https://www.googleapis.com/auth/webmasters.readonly'
export const CLIENT = { id: 'client-id', secret: 'client-s3cret' }

export async function startGoogle(): Promise<GoogleStandIn> {
  const queries: ReportQuery[] = []
  const accessTokens = new Set<string>()
  const codes = new Map<string, URLSearchParams>()
  const givenBack: string[] = []
  let granted = 0
  const server = createServer((request, response) => {
    const handlers = { '/token': token, '/auth': authorize, '/webmasters/v3/sites': sites, '/revoke': revoke }
    const handle = handlers[request.url?.split('?')[0] as keyof typeof handlers] ?? report
    handle(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const standIn: GoogleStandIn = {
    url,
    tokenUrl: `${url}/token`,
    authUrl: `${url}/auth`,
    person: 'allows',
    sites: [],
    givenBack,
    queries,
    get tokensIssued() {
      return accessTokens.size
    },
    properties: new Map(),
    revoked: new Set(),
    interfere: () => false,
    answering: Promise.resolve(),
    expiresIn: 3599,
    reset() {
      queries.length = 0
      givenBack.length = 0
      codes.clear()
      standIn.person = 'allows'
      standIn.sites = []
      accessTokens.clear()
      standIn.properties.clear()
      standIn.revoked.clear()
      standIn.interfere = () => false
      standIn.answering = Promise.resolve()
      standIn.expiresIn = 3599
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request))
    if (standIn.interfere(response, 'token')) return
    if (form.get('client_id') !== CLIENT.id || form.get('client_secret') !== CLIENT.secret) {
      return json(response, 401, { error: 'invalid_client', error_description: 'The OAuth client was not found.' })
    }
    if (form.get('grant_type') === 'authorization_code') return redeem(form, response)
    const refreshToken = form.get('refresh_token') ?? ''
    if (form.get('grant_type') !== 'refresh_token' || standIn.revoked.has(refreshToken)) {
      return json(response, 400, { error: 'invalid_grant', error_description: `Token ${refreshToken} was revoked.` })
    }
    const access_token = `ya29.${accessTokens.size}.${refreshToken}`
    accessTokens.add(access_token)
    json(response, 200, { access_token, expires_in: standIn.expiresIn, scope: 'webmasters', token_type: 'Bearer' })
  }

  /** As documented for web server applications; a page that a person clicks on is answered here at once. */
  async function authorize(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = new URL(request.url ?? '', url).searchParams
    const fixed = { response_type: 'code', client_id: CLIENT.id, scope: SCOPE, code_challenge_method: 'S256' }
    const offline = { access_type: 'offline', prompt: 'consent' }
    const isRight = Object.entries({ ...fixed, ...offline }).every(([name, value]) => asked.get(name) === value)
    if (!isRight || !/^[\w-]{43}$/.test(asked.get('code_challenge') ?? ''))
      return json(response, 400, { asked: [...asked] })
    const back = new URL(asked.get('redirect_uri') ?? '')
    const code = `4/code-${++granted}`
    codes.set(code, asked)
    if (standIn.person === 'denies') back.searchParams.set('error', 'access_denied')
    else back.searchParams.set('code', code)
    back.searchParams.set('state', asked.get('state') ?? '')
    response.writeHead(302, { Location: back.href }).end()
  }

  function redeem(form: URLSearchParams, response: ServerResponse): void {
    const code = form.get('code') ?? ''
    const asked = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (asked?.get('code_challenge') !== challenge || asked.get('redirect_uri') !== form.get('redirect_uri')) {
      json(response, 400, { error: 'invalid_grant', error_description: `Bad code ${code}` })
      return
    }
    const access_token = `ya29.granted.${granted}`
    accessTokens.add(access_token)
    const scope = standIn.person === 'allows' ? SCOPE : 'openid'
    json(response, 200, {
      access_token,
      refresh_token: `1//refresh-${granted}`,
      expires_in: 3599,
      scope,
      token_type: 'Bearer',
    })
  }

  async function sites(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (standIn.interfere(response, 'sites')) return
    if (!accessTokens.has((request.headers.authorization ?? '').replace(/^Bearer /, '')))
      return json(response, 401, apiError(401, 'UNAUTHENTICATED', 'authError'))
    json(response, 200, standIn.sites.length === 0 ? {} : { siteEntry: standIn.sites })
  }

  async function revoke(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const token = new URLSearchParams(await text(request)).get('token') ?? ''
    if (standIn.interfere(response, 'revoke')) return
    if (standIn.revoked.has(token)) return json(response, 400, { error: 'invalid_token' })
    standIn.revoked.add(token)
    givenBack.push(token)
    json(response, 200, {})
  }

  async function report(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const [, encoded] = /^\/webmasters\/v3\/sites\/([^/]+)\/searchAnalytics\/query$/.exec(request.url ?? '') ?? []
    if (!accessTokens.has((request.headers.authorization ?? '').replace(/^Bearer /, ''))) {
      return json(response, 401, apiError(401, 'UNAUTHENTICATED', 'authError'))
    }
    const query: ReportQuery = { ...JSON.parse(body), property: decodeURIComponent(encoded ?? '') }
    queries.push(query)
    await standIn.answering
    if (standIn.interfere(response, query)) return
    const rows = standIn.properties.get(query.property)
    if (!rows) return json(response, 403, apiError(403, 'PERMISSION_DENIED', 'forbidden'))
    const page = rows
      .filter(({ keys: [date] }) => date >= query.startDate && date <= query.endDate)
      .sort((a, b) => b.clicks - a.clicks)
      .slice(query.startRow, query.startRow + query.rowLimit)
      .map((row) => ({ ...row, ctr: row.clicks / row.impressions }))
    json(response, 200, { ...(page.length > 0 && { rows: page }), responseAggregationType: 'byPage' })
  }
  return standIn
}

export function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body))
}

export function apiError(code: number, status: string, reason: string) {
  const message = `Some message about ${reason}`
  return { error: { code, message, status, errors: [{ message, domain: 'global', reason }] } }
}
