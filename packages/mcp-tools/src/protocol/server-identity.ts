import { PACKAGE_VERSION } from '../package-version.ts'
import { SERVICE_ICONS } from '../tools/icons.ts'

/** How the server names itself to clients. */
export function serverIdentity(baseUrl: string) {
  return { name: 'footfall', title: 'Footfall', version: PACKAGE_VERSION, websiteUrl: baseUrl, icons: SERVICE_ICONS }
}
