import type { EndpointServices } from '../services.ts'

/** How the server names itself to clients. */
export function serverIdentity({ host, icons }: EndpointServices) {
  const { name, title, version, baseUrl } = host
  return { name, title, version, websiteUrl: baseUrl, ...(icons && { icons }) }
}
