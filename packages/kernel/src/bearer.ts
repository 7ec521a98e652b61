import { InvalidToken } from '@footfall/core-domain'

/**
 * The credential of an `Authorization` header (RFC 6750 §2.1); the scheme's name is case-insensitive (RFC 9110 §11.1).
 * Throws `InvalidToken`.
 */
export function bearerToken(header: string | undefined): string {
  if (header === undefined) throw new InvalidToken(false)
  const token = BEARER.exec(header.trim())?.[1]
  if (token === undefined) throw new InvalidToken(true)
  return token
}

const BEARER = /^bearer +([^ ]+)$/i
