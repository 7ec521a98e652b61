import type { Clock } from '@footfall/core-domain'
import { Router } from 'express'

const DAY_MS = 86_400_000
/** RFC 9116 advises less than a year. */
const VALID_DAYS = 180

/**
 * `/.well-known/security.txt` (RFC 9116): where vulnerabilities of this service are reported. It expires half a year after the
 * request: the contact is a setting of the running service, and holds while the service answers.
 */
export function securityTextRouter(contact: string | undefined, baseUrl: string, clock: Clock): Router {
  const router = Router()
  if (contact === undefined) return router
  router.get('/.well-known/security.txt', (_req, res) => {
    const expires = new Date(clock.now() + VALID_DAYS * DAY_MS).toISOString()
    res.setHeader('Cache-Control', 'public, max-age=86400')
    res.type('text/plain').send(`Contact: ${contact}
Expires: ${expires}
Preferred-Languages: en
Canonical: ${new URL('/.well-known/security.txt', baseUrl).href}
`)
  })
  return router
}
