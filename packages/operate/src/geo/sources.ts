import type { GeoSource } from './download.ts'
import { GeoUpdateFailed } from './geo-update-failed.ts'

export const GEO_PROVIDERS = ['db-ip', 'maxmind'] as const
export type GeoProvider = (typeof GEO_PROVIDERS)[number]

export interface AskedSource {
  readonly provider: GeoProvider
  /** Instead of the provider's own address. */
  readonly url: string | undefined
  readonly maxMind: { readonly accountId: string | undefined; readonly licenseKey: string | undefined }
  /** In milliseconds. */
  readonly now: number
}

/** Where to download the city database of a provider. Throws `GeoUpdateFailed`, never with the license key. */
export function geoSource({ provider, url, maxMind, now }: AskedSource): GeoSource {
  if (url !== undefined) requireAddress(url)
  switch (provider) {
    case 'db-ip':
      return { urls: url === undefined ? [dbIpAddress(now, 0), dbIpAddress(now, 1)] : [url], headers: {} }
    case 'maxmind': {
      const { accountId, licenseKey } = maxMind
      if (accountId === undefined || licenseKey === undefined)
        throw new GeoUpdateFailed('MAXMIND_ACCOUNT_ID and MAXMIND_LICENSE_KEY are not set')
      const credential = Buffer.from(`${accountId}:${licenseKey}`).toString('base64')
      return { urls: [url ?? MAXMIND], headers: { authorization: `Basic ${credential}` } }
    }
  }
}

const MAXMIND = 'https://download.maxmind.com/geoip/databases/GeoLite2-City/download?suffix=tar.gz'

/** DB-IP publishes a database in the first days of each month. */
function dbIpAddress(now: number, monthsAgo: number): string {
  const today = new Date(now)
  const month = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - monthsAgo)).toISOString().slice(0, 7)
  return `https://download.db-ip.com/free/dbip-city-lite-${month}.mmdb.gz`
}

function requireAddress(url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
    throw new GeoUpdateFailed('--url is not an http or https address')
  if (parsed.username !== '' || parsed.password !== '')
    throw new GeoUpdateFailed('--url holds a password, which addresses do not take')
}
