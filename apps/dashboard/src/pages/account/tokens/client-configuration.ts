import type { AccountToken } from '../../../api/types.ts'
import { mcpAddress } from '../mcp-address.ts'

/** Configuration of a client that takes an address and headers. */
export function httpConfiguration(secret: string): string {
  return json({ footfall: { type: 'http', url: mcpAddress(), headers: { Authorization: `Bearer ${secret}` } } })
}

/** Configuration of a client that starts a command. */
export function stdioConfiguration(secret: string): string {
  const env = { SERVICE_URL: location.origin, SERVICE_TOKEN: secret }
  return json({ footfall: { command: 'footfall-mcp', args: ['--stdio'], env } })
}

/** A command with a first call that the token allows. */
export function firstCall(secret: string, token: Pick<AccountToken, 'scopes' | 'products'>, product?: string): string {
  return `curl -H "Authorization: Bearer ${secret}" "${location.origin}${pathFor(token, product)}"`
}

function pathFor({ scopes, products }: Pick<AccountToken, 'scopes' | 'products'>, known: string | undefined): string {
  const product = products.mode === 'selected' ? products.ids[0] : known
  if (product !== undefined) {
    if (scopes.includes('analytics:read')) return `/api/v1/stats/realtime?product=${product}`
    if (scopes.includes('diagnostics:read')) return `/api/v1/stats/health?product=${product}`
    if (scopes.includes('settings:read')) return `/api/v1/products/${product}/domains`
    if (scopes.includes('funnels:read')) return `/api/v1/products/${product}/funnels`
    if (scopes.includes('team:read')) return `/api/v1/products/${product}/members`
    if (scopes.includes('keys:read')) return `/api/v1/products/${product}/keys`
  }
  if (scopes.includes('account:read')) return '/api/v1/mcp/account'
  if (scopes.includes('tokens:read')) return '/api/v1/access-tokens'
  return '/api/v1/products'
}

function json(servers: unknown): string {
  return JSON.stringify({ mcpServers: servers }, null, 2)
}
