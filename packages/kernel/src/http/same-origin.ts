import type { IncomingMessage } from 'node:http'
import { CredentialNotAccepted } from '@footfall/core-domain'
import { isSameOrigin } from '@footfall/http-primitives'

/** Refuses a request with a cookie that no page of these origins sent; the refusal names the first. Throws `CredentialNotAccepted`. */
export function assertSameOrigin(req: IncomingMessage, origins: readonly string[]): void {
  if (!isSameOrigin(req, origins))
    throw new CredentialNotAccepted(`This request did not come from ${origins[0]}. Open it there and try again.`)
}
