import { InvalidRequest, type Transaction } from '@footfall/core-domain'
import { type Channel, credentialOf, limitsOf } from '@footfall/scopes-policy'
import type { Plan } from '../definition/plan.ts'
import type { ShownPreview } from '../previews.ts'
import { type Confirmed, fingerprintOf, type WriteRequest } from './request.ts'

/** Where each channel takes a preview. */
const FIELD: Readonly<Record<Channel, string>> = {
  rest: 'Service-Preview',
  dashboard: 'Service-Preview',
  mcp: 'preview',
}

const PREVIEW_AGAIN = 'preview the change again, and confirm it with the new meta.confirm.preview; nothing was changed'

/** The preview for a confirmation by this credential; undefined where it can confirm without one. */
export function issuePreview(request: WriteRequest, { revision }: Plan<unknown>): string | undefined {
  if (!limitsOf(request.principal).previewFirst) return undefined
  return request.services.previews.issue(changeOf(request), revision)
}

/**
 * The preview that a confirmation carries. One is required of a credential that is set to preview first, unless the person
 * was shown the change and asked; one that is given is verified in any case. Throws `InvalidRequest`.
 */
export function readPreview(
  request: WriteRequest,
  { preview, personAsked }: Pick<Confirmed, 'preview' | 'personAsked'>,
  channel: Channel,
): ShownPreview | undefined {
  if (preview === undefined) {
    if (limitsOf(request.principal).previewFirst && personAsked !== true)
      throw refusal(channel, `is required of this credential: ${PREVIEW_AGAIN}`)
    return undefined
  }
  const shown = request.services.previews.open(preview, changeOf(request))
  switch (shown) {
    case 'not_valid':
      throw refusal(channel, `is not a preview of this change that this credential was shown: ${PREVIEW_AGAIN}`)
    case 'expired':
      throw refusal(channel, `has expired: ${PREVIEW_AGAIN}`)
    default:
      return shown
  }
}

/** Uses a preview for the change that commits in this transaction, and for no other. Throws `InvalidRequest`. */
export async function usePreview(
  { id, revision, expiresAt }: ShownPreview,
  plan: Plan<unknown>,
  tx: Transaction,
  channel: Channel,
): Promise<void> {
  if (plan.revision !== revision) throw refusal(channel, `shows what has changed since: ${PREVIEW_AGAIN}`)
  if (!(await tx.store.previewUses.record(id, expiresAt)))
    throw refusal(channel, `has served another change: ${PREVIEW_AGAIN}`)
}

function changeOf(request: WriteRequest) {
  const { principal, operation } = request
  return { credential: credentialOf(principal), operation: operation.name, fingerprint: fingerprintOf(request) }
}

function refusal(channel: Channel, message: string): InvalidRequest {
  return new InvalidRequest([{ path: FIELD[channel], message }])
}
