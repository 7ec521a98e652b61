import type { Settings } from '@footfall/config'
import type { Explanation } from './explanation.ts'

/** Why every visitor has the address of a proxy, and how to fix it; undefined if the settings count the proxy. */
export function untrustedProxy({
  baseUrl,
  trustedProxies,
}: Pick<Settings, 'baseUrl' | 'trustedProxies'>): Explanation | undefined {
  if (!baseUrl.startsWith('https:') || trustedProxies > 0) return undefined
  return {
    found:
      'BASE_URL is https, so a proxy is in front of the service, and TRUST_PROXY is 0: all visitors have the address of the proxy and count as one',
    fix: 'Set TRUST_PROXY to the number of proxies in front, usually 1.',
  }
}
