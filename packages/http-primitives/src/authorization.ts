import type { IncomingMessage } from 'node:http'

/**
 * The credential of a request. Node keeps the first of several `Authorization` headers, but a proxy may have checked another:
 * several become a list, which is not a valid credential.
 */
export function authorizationOf({ headersDistinct }: IncomingMessage): string | undefined {
  return headersDistinct.authorization?.join(', ')
}
