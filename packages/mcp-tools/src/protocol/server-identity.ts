import { RELEASE_VERSION } from '@footfall/core-domain'
import { SERVICE_ICONS } from '../tools/icons.ts'

/** How the server names itself to clients. */
export function serverIdentity(baseUrl: string) {
  return { name: 'footfall', title: 'Footfall', version: RELEASE_VERSION, websiteUrl: baseUrl, icons: SERVICE_ICONS }
}
