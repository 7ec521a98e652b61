import type { IncomingMessage } from 'node:http'

/**
 * What a request presents as its credential. Node keeps the first of several `Authorization` headers, where a proxy may have
 * judged another: several are answered as a list, which is no credential.
 */
export function authorizationOf({ headersDistinct }: IncomingMessage): string | undefined {
  return headersDistinct.authorization?.join(', ')
}
