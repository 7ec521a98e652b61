import type { IssuerHosts } from '@footfall/operations'
import type { Settings } from './settings/settings.ts'

/** Which issuers of workload identity may be private. */
export function issuerHosts({ oauth }: Settings): IssuerHosts {
  return { privateHosts: new Set(oauth.issuerPrivateHosts), plainHosts: new Set(oauth.devClientMetadataHosts) }
}
