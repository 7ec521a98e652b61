import type { RequestOrigin } from '@footfall/core-domain'
import { clip } from '@footfall/core-domain'

/**
 * Browsers send about 150 characters. The user agent of a payment is cut to the same length, so both find the same
 * visit.
 */
export const USER_AGENT_LENGTH_MAX = 1024
/** Only the first language is used. */
const LANGUAGE_LENGTH_MAX = 128
/** The longest spelling of an IPv6 address, with a zone. */
const ADDRESS_LENGTH_MAX = 64

/**
 * Cuts the headers of an origin to a sensible length. Every path into the collector starts with this, so that one
 * person is the same visitor on every replica and nothing later handles a header of 16 KiB.
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
