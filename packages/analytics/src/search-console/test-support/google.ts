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
type Interference = (response: ServerResponse, request: ReportQuery | 'token') => boolean

/** Google's token endpoint and Search Analytics, as far as they are documented, over rows that a test sets. */
export interface GoogleStandIn {
  readonly url: string
  readonly tokenUrl: string
  /** Every report asked for with a valid access token, in order. */
  readonly queries: readonly ReportQuery[]
  readonly tokensIssued: number
  /** What each property has. */
  readonly properties: Map<string, readonly ReportRow[]>
  readonly revoked: Set<string>
  interfere: Interference
  expiresIn: number
  reset(): void
  close(): Promise<void>
}

export const CLIENT = { id: 'client-id', secret: 'client-s3cret' }

export async function startGoogle(): Promise<GoogleStandIn> {
  const queries: ReportQuery[] = []
  const accessTokens = new Set<string>()
  const server = createServer((request, response) => {
    const handle = request.url === '/token' ? token : report
    handle(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const standIn: GoogleStandIn = {
    url,
    tokenUrl: `${url}/token`,
    queries,
    get tokensIssued() {
      return accessTokens.size
    },
    properties: new Map(),
    revoked: new Set(),
    interfere: () => false,
    expiresIn: 3599,
    reset() {
      queries.length = 0
      accessTokens.clear()
      standIn.properties.clear()
      standIn.revoked.clear()
      standIn.interfere = () => false
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
    const refreshToken = form.get('refresh_token') ?? ''
    if (form.get('grant_type') !== 'refresh_token' || standIn.revoked.has(refreshToken)) {
      return json(response, 400, { error: 'invalid_grant', error_description: `Token ${refreshToken} was revoked.` })
    }
    const access_token = `ya29.${accessTokens.size}.${refreshToken}`
    accessTokens.add(access_token)
    json(response, 200, { access_token, expires_in: standIn.expiresIn, scope: 'webmasters', token_type: 'Bearer' })
  }

  async function report(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const [, encoded] = /^\/webmasters\/v3\/sites\/([^/]+)\/searchAnalytics\/query$/.exec(request.url ?? '') ?? []
    if (!accessTokens.has((request.headers.authorization ?? '').replace(/^Bearer /, ''))) {
      return json(response, 401, apiError(401, 'UNAUTHENTICATED', 'authError'))
    }
    const query: ReportQuery = { ...JSON.parse(body), property: decodeURIComponent(encoded ?? '') }
    queries.push(query)
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
