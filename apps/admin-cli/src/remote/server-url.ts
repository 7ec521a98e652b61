import { UsageError } from '../errors.ts'

declare const checked: unique symbol
/** The origin of a service, without a trailing slash. */
export type ServerUrl = string & { readonly [checked]: true }

/** Throws `UsageError`, which begins with where the address was given. */
export function serverUrl(text: string, from: string): ServerUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${from}: must be an http or https URL, such as https://stats.example.com`)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '' || url.pathname !== '/')
    throw new UsageError(`${from}: must be the address of the service alone, such as ${url.origin}`)
  return url.origin as ServerUrl
}

/** Whether others on the network could read what is sent there. */
export function isReadableByOthers(server: ServerUrl): boolean {
  const { protocol, hostname } = new URL(server)
  return protocol === 'http:' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}
