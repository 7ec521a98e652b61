import type { IncomingMessage } from 'node:http'
import { CredentialNotAccepted } from '@footfall/core-domain'
import { isSameOrigin } from '@footfall/http-primitives'

/** Throws `CredentialNotAccepted`, which names the first origin, if no page of these origins sent the request. */
export function assertSameOrigin(req: IncomingMessage, origins: readonly string[]): void {
  if (!isSameOrigin(req, origins))
    throw new CredentialNotAccepted(`This request did not come from ${origins[0]}. Open it there and try again.`)
}
