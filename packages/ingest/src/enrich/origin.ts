import type { RequestOrigin } from '@footfall/core-domain'
import { clip } from './text.ts'

/** Browsers send some 150 characters. A payment takes as much of its payer's user agent, so both find the same visit. */
export const USER_AGENT_LENGTH_MAX = 1024
/** Only the first language counts. */
const LANGUAGE_LENGTH_MAX = 128
/** The longest spelling of an IPv6 address, with a zone. */
const ADDRESS_LENGTH_MAX = 64

/**
 * The same origin with its headers cut to a sensible length. Every way into the collector begins with this, so that one
 * person is the same visitor on every replica and nothing behind it meets a header of 16 KiB.
 */
export function boundedOrigin(origin: RequestOrigin): RequestOrigin {
  const { address, userAgent, language } = origin
  if (
    userAgent.length <= USER_AGENT_LENGTH_MAX &&
    address.length <= ADDRESS_LENGTH_MAX &&
    (language === undefined || language.length <= LANGUAGE_LENGTH_MAX)
  )
    return origin
  return {
    ...origin,
    address: clip(address, ADDRESS_LENGTH_MAX),
    userAgent: clip(userAgent, USER_AGENT_LENGTH_MAX),
    language: language === undefined ? undefined : clip(language, LANGUAGE_LENGTH_MAX),
  }
}
