import type { Settings } from '@footfall/config'
import type { Logger } from '@footfall/core-domain'
import type { Middleware } from '@footfall/http-primitives'
import { untrustedProxy } from '../explain/proxy.ts'

/**
 * Logs a warning if the settings imply a proxy but do not trust it. Returns an observer of requests that logs only the
 * first one with a client address that is not read, since visitors may send such headers too.
 */
export function watchForwardedAddresses(
  settings: Pick<Settings, 'baseUrl' | 'trustedProxies'>,
  log: Pick<Logger, 'warn'>,
): Middleware {
  const problem = untrustedProxy(settings)
  if (problem !== undefined) log.warn({}, `${problem.found}. ${problem.fix}`)
  let isLogged = false
  return (req, _res, next) => {
    const unread = isLogged ? undefined : unreadHeader(req.headers, settings.trustedProxies)
    if (unread !== undefined) {
      isLogged = true
      log.warn({ header: unread.header }, unread.message)
    }
    next()
  }
}

function unreadHeader(headers: Readonly<Record<string, unknown>>, trustedProxies: number) {
  const has = (name: string) => headers[name] !== undefined
  if (trustedProxies === 0) {
    const header = ['x-forwarded-for', 'forwarded'].find(has)
    if (header === undefined) return undefined
    return {
      header,
      message: `A request has the header ${header}, which a proxy sets, and TRUST_PROXY is 0: the address in it is ignored. If a proxy is in front, all visitors count as one: set TRUST_PROXY to the number of proxies, usually 1.`,
    }
  }
  return has('forwarded') && !has('x-forwarded-for')
    ? {
        header: 'forwarded',
        message:
          'A request has the header forwarded and no x-forwarded-for. Only X-Forwarded-For is read: have the proxy set it to the address of the client.',
      }
    : undefined
}
