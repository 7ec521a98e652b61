import { dashboardApiDocument } from '@footfall/rest-adapter/footfall'
import { seededRandom } from '@footfall/testkit'
import { startEmbedded } from './embedded.ts'
import { countBroken, type Scenario } from './scenario.ts'

const REQUESTS = 10_000
const AT_ONCE = 20
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND']
const PAGES = [
  '/',
  '/sign-in',
  '/sign-up',
  '/sign-out',
  '/oauth/register',
  '/oauth/authorize',
  '/oauth/token',
  '/oauth/revoke',
  '/oauth/consent',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource/api/mcp',
  '/api/mcp',
  '/invitations/look',
  '/invitations/accept',
  '/account/password',
  '/account/reauthenticate',
  '/integrations/google/callback',
  '/js/footfall.js',
  '/assets/x',
  '/docs',
  '/openapi.json',
  '/readyz',
  '/healthz',
  '/metrics',
  '/js/../../../../etc/passwd',
]
const VALUES = [
  '',
  '0',
  '-1',
  '1e309',
  'null',
  'undefined',
  '[]',
  '{"$ne":null}',
  '__proto__',
  'constructor',
  "' OR 1=1 --",
  "'); DROP TABLE products; --",
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '%00',
  '%E0%A4%A',
  '\u202e\u0000\ud800',
  '🛒'.repeat(300),
  'A'.repeat(9_000),
  '2026-02-30',
  '9999-99-99',
  '2026-11-01',
  'Europe/Berlin',
  'visitors',
  'property:__proto__',
]
const TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'application/json; charset=utf-16',
  '',
  'multipart/form-data',
]

export const hostile: Scenario = {
  name: 'hostile requests',
  async run() {
    const service = await startEmbedded()
    const paths = [...Object.keys(dashboardApiDocument(service.server.url).paths ?? {}), ...PAGES]
    const random = seededRandom()
    const pick = <T>(all: readonly T[]): T => {
      const [a = 0, b = 0, c = 0] = random.bytes(3)
      return all[((a << 16) | (b << 8) | c) % all.length] as T
    }
    const chance = (outOf: number) => (random.bytes(1)[0] ?? 0) % outOf === 0
    const statuses = new Map<number, number>()
    const broken: string[] = []

    const request = async () => {
      const path = pick(paths).replaceAll(/\{\w+\}/g, (hole) =>
        hole === '{product}' && !chance(3) ? service.product : encodeURIComponent(pick(VALUES).toWellFormed()),
      )
      const query = chance(2)
        ? ''
        : `?${pick(['from', 'to', 'metric', 'product', 'filters', 'limit', 'cursor', 'x', 'tz'])}=${pick(VALUES).toWellFormed()}&product=${service.product}`
      const method = pick(METHODS)
      const headers: Record<string, string> = { 'content-type': pick(TYPES) }
      if (!chance(3))
        headers.authorization = chance(4)
          ? `Bearer ${pick(VALUES).replaceAll(/[^\x20-\x7e]/g, '?')}`
          : `Bearer ${service.token}`
      else if (chance(2)) {
        headers.cookie = service.cookie
        headers.origin = chance(3) ? 'https://evil.example' : `http://localhost:${new URL(service.server.url).port}`
      }
      if (chance(3)) headers['service-confirm'] = pick(['true', 'false', 'yes', ''])
      if (chance(3))
        headers['idempotency-key'] = pick(VALUES)
          .replaceAll(/[^\x20-\x7e]/g, '?')
          .slice(0, 400)
      if (chance(6)) headers['content-encoding'] = pick(['gzip', 'br', 'zstd', 'nonsense'])
      const body = ['GET', 'HEAD'].includes(method) ? undefined : bodyOf()
      const status = await fetch(service.server.url + path + query, {
        method,
        headers,
        redirect: 'manual',
        ...(body === undefined ? {} : { body }),
      })
        .then(async (response) => {
          await response.arrayBuffer()
          return response.status
        })
        .catch(() => 0)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status >= 500) broken.push(`${status} ${method} ${path}${query.slice(0, 80)}`)
    }
    const bodyOf = () => {
      const [field, value] = [
        pick(['name', 'scopes', 'domains', 'events', 'email', 'role', 'revision', 'jsonrpc', 'url']),
        pick(VALUES),
      ]
      return pick([
        () => JSON.stringify({ [field]: value }),
        () => JSON.stringify({ [field]: { [value.slice(0, 20)]: [value] } }),
        () => JSON.stringify({ product: service.product, name: value, url: value, props: { [value]: value } }),
        () =>
          JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: 'service_analytics_query', arguments: { product: service.product, metric: value } },
          }),
        () => '['.repeat(5_000),
        () => `{"a":${'{"a":'.repeat(2_000)}`,
        () => 'x'.repeat(300 * 1024),
        () => `grant_type=${encodeURIComponent(value.toWellFormed())}&client_id=&client_id=`,
        () => value.toWellFormed(),
        () => '',
      ])()
    }

    let left = REQUESTS
    const worker = async () => {
      while (left-- > 0) await request()
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    const alive = await fetch(`${service.server.url}/readyz`).then(({ ok }) => ok)
    await service.end()
    const answered = REQUESTS - (statuses.get(0) ?? 0)
    const list = [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, n]) => `${n} × ${status}`)
      .join(', ')
    return {
      tried: REQUESTS,
      survived: answered,
      lost: alive ? 0 : 1,
      broken: countBroken(statuses),
      deferred: statuses.get(503) ?? 0,
      note: [`${paths.length} addresses: ${list}`, ...new Set(broken)].slice(0, 10).join('; '),
    }
  },
}
