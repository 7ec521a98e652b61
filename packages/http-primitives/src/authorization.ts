import type { IncomingMessage } from 'node:http'

/**
 * The credential of a request. Node keeps the first of several `Authorization` headers, but a proxy may have checked another:
 * several become a list, which is not a valid credential.
 */
export function authorizationOf({ headers, rawHeaders }: IncomingMessage): string | undefined {
  if (headers.authorization === undefined) return undefined
  const given = rawHeaders.filter((_, at) => at % 2 === 1 && isAuthorization(rawHeaders[at - 1]))
  return given.join(', ')
}

const NAME = 'authorization'

function isAuthorization(name: string | undefined): boolean {
  return name?.length === NAME.length && name.toLowerCase() === NAME
}
