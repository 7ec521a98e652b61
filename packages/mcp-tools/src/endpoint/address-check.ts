import { protocolError, type Reply } from '../messages/reply.ts'

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
const FORBIDDEN = -32_000

/**
 * Rejects requests for another host and requests by web pages of another origin. This stops DNS rebinding: a page whose
 * name was rebound to this machine's address sends its own name in both headers.
 */
export function createAddressCheck(
  baseUrl: string,
  allowedHosts: readonly string[] = [],
  allowedOrigins: readonly string[] = [],
) {
  const base = new URL(baseUrl)
  const hosts = new Set([
    ...addressesOf(base).map(({ host }) => host),
    ...allowedHosts.map((host) => host.toLowerCase()),
  ])
  const origins = new Set([...addressesOf(base).map(({ origin }) => origin), ...allowedOrigins])
  return (host: string | undefined, origin: string | undefined): Reply | undefined => {
    if (host === undefined || !hosts.has(withoutDefaultPort(host.toLowerCase(), base.protocol)))
      return protocolError(403, FORBIDDEN, 'The Host header names another service.')
    if (origin !== undefined && !origins.has(origin))
      return protocolError(403, FORBIDDEN, 'Requests of this Origin are not served.')
    return undefined
  }
}

/** All names of loopback are accepted for each other. */
function addressesOf(base: URL): URL[] {
  if (!LOOPBACK.has(base.hostname)) return [base]
  return [...LOOPBACK].map(
    (hostname) => new URL(`${base.protocol}//${hostname}${base.port === '' ? '' : `:${base.port}`}`),
  )
}

function withoutDefaultPort(host: string, protocol: string): string {
  return host.replace(protocol === 'https:' ? /:443$/ : /:80$/, '')
}
