import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Language, preferredLanguage } from '@footfall/core-domain'
import type { RequestHandler } from 'express'
import { anySessionOf } from '../sessions/browser-session.ts'

const chosen = new WeakMap<IncomingMessage, Language>()

/**
 * Finds the language of the pages that follow: the one that the signed-in person chose. Without a choice, `languageOf` reads the
 * request. A page is shown even if the session cannot be read.
 */
export function personLanguage(services: Parameters<typeof anySessionOf>[1]): RequestHandler {
  return async (req, _res, next) => {
    const session = await anySessionOf(req, services).catch(() => undefined)
    if (session !== undefined && session.account.language !== null) chosen.set(req, session.account.language)
    next()
  }
}

/** The language of a page: that of the person, or the best one of `Accept-Language`. Says so in the headers of the answer. */
export function languageOf(res: ServerResponse): Language {
  const language = chosen.get(res.req) ?? preferredLanguage(res.req.headers['accept-language'])
  if (!String(res.getHeader('Vary') ?? '').includes('Accept-Language')) res.appendHeader('Vary', 'Accept-Language')
  res.setHeader('Content-Language', language)
  return language
}
