import { type Approval, PublicError, ServiceUnavailable } from '@footfall/core-domain'
import type { AccountCall } from '../../definition/index.ts'
import type { Plan } from '../../definition/plan.ts'
import { changeOf } from './approval.ts'
import { restoredPrincipal } from './stored-principal.ts'

const ENDED = 'The credential that asked for it was revoked, has expired, or has other permissions now.'
const CHANGED = 'What it changes has changed since its preview.'

/**
 * The plan of the change for the credential that asked, as it may act now; or why it can no longer be executed. In a transaction,
 * all of it is read there.
 */
export async function planAnew(
  call: AccountCall,
  approval: Approval,
): Promise<{ readonly plan: Plan<unknown> } | { readonly stale: string }> {
  const ended = await whyEnded(call, approval)
  if (ended !== undefined) return { stale: ended }
  const principal = restoredPrincipal(approval.principal)
  const channel = principal.kind === 'oauth_connection' ? 'mcp' : 'rest'
  try {
    const write = await call.otherWrites.authorize(call, principal, changeOf(approval), channel)
    const plan = await write.plan()
    return plan.revision === approval.revision ? { plan } : { stale: CHANGED }
  } catch (error) {
    return { stale: whyStale(error) }
  }
}

/** Why the credential that asked can no longer make the change; undefined if it is as it was. */
export async function whyEnded(
  { assertStillActive, store, sessions }: AccountCall,
  approval: Pick<Approval, 'principal'>,
): Promise<string | undefined> {
  try {
    await assertStillActive(restoredPrincipal(approval.principal), { store, sessions })
    return undefined
  } catch (error) {
    return whyStale(error, ENDED)
  }
}

/** A store that does not answer says nothing about the change, and a bug must not decline it. */
function whyStale(error: unknown, detail?: string): string {
  if (!(error instanceof PublicError) || error instanceof ServiceUnavailable) throw error
  return detail ?? error.detail
}
