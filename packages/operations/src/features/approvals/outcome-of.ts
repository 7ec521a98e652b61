import { ApprovalDeclined, ApprovalId, timestamp } from '@footfall/core-domain'
import type { HeldChange } from '@footfall/kernel'
import type { Services } from '../../definition/call.ts'
import { stateOf } from './approval.ts'
import { heldChange } from './hold.ts'

/**
 * The outcome of a change that needs approval: the held change while it waits, its recorded result once it was executed.
 * Throws `ApprovalDeclined`.
 */
export async function outcomeOfChange(
  id: string,
  services: Pick<Services, 'store' | 'clock' | 'baseUrl'>,
): Promise<HeldChange | { readonly executed: string }> {
  const approval = await services.store.approvals.find(ApprovalId.parse(id))
  // An approval is deleted with its product or its account.
  if (approval === undefined)
    throw new ApprovalDeclined('The product or account of this change was deleted. Nothing was changed.')
  const { decision } = approval
  switch (stateOf(approval, timestamp(services.clock.now()))) {
    case 'waiting':
      return heldChange(approval, services)
    case 'executed':
      return { executed: decision?.result ?? '' }
    case 'expired':
      throw new ApprovalDeclined('Nobody approved this change within 24 hours. Nothing was changed.')
    case 'declined':
      throw new ApprovalDeclined(declinedText(decision?.by !== undefined, decision?.words))
  }
}

function declinedText(byPerson: boolean, words: string | undefined): string {
  if (!byPerson) return `A person approved this change, but it could not be executed: ${words} Nothing was changed.`
  return words === undefined
    ? 'A person declined this change. Nothing was changed.'
    : `A person declined this change, and wrote: “${words}” Nothing was changed.`
}
