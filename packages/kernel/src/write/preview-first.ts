import { InvalidRequest } from '@footfall/core-domain'
import type { Channel } from '@footfall/scopes-policy'
import type { Confirmed } from '../confirmation.ts'
import type { Domain, Rules, WriteRequest } from '../domain.ts'
import type { PreviewedChange, ShownPreview } from '../previews.ts'
import { fingerprintOf } from './request.ts'

/** Where each channel takes a preview. */
const FIELD: Readonly<Record<Channel, string>> = {
  rest: 'Service-Preview',
  dashboard: 'Service-Preview',
  mcp: 'preview',
}

const PREVIEW_AGAIN = 'preview the change again, and confirm it with the new meta.confirm.preview; nothing was changed'

/** The preview for a confirmation by this credential; undefined if it can confirm without one. */
export function issuePreview<D extends Domain>(
  rules: Rules<D>,
  request: WriteRequest<D>,
  { revision }: { readonly revision: number | null },
): string | undefined {
  if (!rules.mustPreview(request.principal)) return undefined
  return request.services.previews.issue(changeOf(rules, request), revision)
}

/**
 * The preview of a confirmation. A credential that is set to preview first needs one, unless a person saw the change and
 * agreed. A preview that is sent is always verified. Throws `InvalidRequest`.
 */
export function readPreview<D extends Domain>(
  rules: Rules<D>,
  request: WriteRequest<D>,
  { preview, personAsked }: Pick<Confirmed, 'preview' | 'personAsked'>,
  channel: Channel,
): ShownPreview | undefined {
  if (preview === undefined) {
    if (rules.mustPreview(request.principal) && personAsked !== true)
      throw invalidPreview(channel, `is required of this credential: ${PREVIEW_AGAIN}`)
    return undefined
  }
  const shown = request.services.previews.open(preview, changeOf(rules, request))
  switch (shown) {
    case 'not_valid':
      throw invalidPreview(channel, `is not a preview of this change that this credential was shown: ${PREVIEW_AGAIN}`)
    case 'expired':
      throw invalidPreview(channel, `has expired: ${PREVIEW_AGAIN}`)
    default:
      return shown
  }
}

/** Uses a preview for the change that commits in this transaction, and for no other. Throws `InvalidRequest`. */
export async function usePreview<D extends Domain>(
  rules: Rules<D>,
  { id, revision, expiresAt }: ShownPreview,
  current: number | null,
  tx: D['tx'],
  channel: Channel,
): Promise<void> {
  if (current !== revision) throw invalidPreview(channel, `shows what has changed since: ${PREVIEW_AGAIN}`)
  if (!(await rules.recordPreviewUse(tx, id, expiresAt)))
    throw invalidPreview(channel, `has served another change: ${PREVIEW_AGAIN}`)
}

function changeOf<D extends Domain>(rules: Rules<D>, request: WriteRequest<D>): PreviewedChange {
  const { principal, operation } = request
  const credential = rules.credentialOf(principal)
  return { credential, operation: operation.name, fingerprint: fingerprintOf(rules, request) }
}

function invalidPreview(channel: Channel, message: string): InvalidRequest {
  return new InvalidRequest([{ path: FIELD[channel], message }])
}
