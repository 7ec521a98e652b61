import { isSameText } from '@footfall/http-primitives'
import type { DeviceRequest, SecretHash } from '../records.ts'
import { keyedHash } from '../secrets.ts'
import type { Settings } from '../settings.ts'

/** Who saw the page of a device request, and in which browser. */
export interface Viewer {
  readonly accountId: string
  readonly browserHash: SecretHash
}

/**
 * A MAC that binds the decision form to the device request, the browser and the account for which the page was shown (CSRF).
 * Nothing is stored when a person only looks at a request.
 */
export function decisionTicket(settings: Settings, request: DeviceRequest, viewer: Viewer): string {
  return ticketOf(settings.keys[0], settings, request, viewer)
}

export function isDecisionTicket(settings: Settings, request: DeviceRequest, viewer: Viewer, given: string): boolean {
  return settings.keys.some((key) => isSameText(given, ticketOf(key, settings, request, viewer)))
}

function ticketOf(
  key: Uint8Array,
  { issuer }: Settings,
  { hash }: DeviceRequest,
  { accountId, browserHash }: Viewer,
): string {
  return keyedHash(key, 'device decision', JSON.stringify([issuer, hash, browserHash, accountId]))
}
