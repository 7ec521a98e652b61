import { CredentialNotAccepted } from '@footfall/core-domain'
import { assertSameOrigin, parseJsonBody, receiveBody } from '@footfall/kernel'
import type { Request, RequestHandler } from 'express'
import { countTry, type SignInServices } from './services.ts'

/** For answers to a session cookie. Rejects a request with `Authorization`, whatever its cookie. */
export const byCookieOnly: RequestHandler = (req, res, next) => {
  res.setHeader('Cache-Control', 'private, no-store')
  if (req.headers.authorization !== undefined) throw new CredentialNotAccepted()
  next()
}

/**
 * For JSON from pages of this service that holds a secret somebody could guess: each request counts towards the limit of its
 * network. The body is read last.
 */
export function ownJson(
  services: Pick<SignInServices, 'origins' | 'rateLimiter' | 'triesPerMinute'>,
  bucket: string,
  check: (req: Request) => Promise<unknown> = async () => undefined,
): RequestHandler[] {
  return [
    byCookieOnly,
    async (req, _res, next) => {
      assertSameOrigin(req, services.origins)
      await countTry(req, bucket, services)
      await check(req)
      req.body = parseJsonBody(req, await receiveBody(req))
      next()
    },
  ]
}
