import { assertSameOrigin, parseJsonBody, receiveBody } from '@footfall/kernel'
import type { Request, RequestHandler } from 'express'
import { assertNoAuthorization } from './own-form.ts'
import { countTry, type SignInServices } from './services.ts'

/** For answers to a session cookie: rejects a request with `Authorization`. */
export function byCookieOnly(services: Pick<SignInServices, 'callerOf'>): RequestHandler {
  return async (req, res, next) => {
    res.setHeader('Cache-Control', 'private, no-store')
    await assertNoAuthorization(req, services)
    next()
  }
}

/**
 * For JSON from pages of this service that holds a secret somebody could guess: each request counts towards the limit of its
 * network. The body is read last.
 */
export function ownJson(
  services: Pick<SignInServices, 'origins' | 'callerOf' | 'rateLimiter' | 'triesPerMinute'>,
  bucket: string,
  check: (req: Request) => Promise<unknown> = async () => undefined,
): RequestHandler[] {
  return [
    byCookieOnly(services),
    async (req, _res, next) => {
      assertSameOrigin(req, services.origins)
      await countTry(req, bucket, services)
      await check(req)
      req.body = parseJsonBody(req, await receiveBody(req))
      next()
    },
  ]
}
