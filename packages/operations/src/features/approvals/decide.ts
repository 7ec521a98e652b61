import {
  type Approval,
  ApprovalDecided,
  type ApprovalDecision,
  ApprovalId,
  existing,
  timestamp,
  type WritableStore,
} from '@footfall/core-domain'
import type { z } from 'zod'
import type { AccountCall } from '../../definition/index.ts'
import { type Approval as ApprovalShown, decidable, shownApproval, stateOf } from './approval.ts'

export const approvalParams = { approval_id: ApprovalId }

/** The approval, if the person may decide it and nobody has. Throws `ApprovalDecided`. */
export async function undecided(call: AccountCall, id: ApprovalId): Promise<Approval> {
  const approval = await decidable(call, id)
  const state = stateOf(approval, timestamp(call.clock.now()))
  if (state !== 'waiting') throw new ApprovalDecided(DECIDED[state])
  return approval
}

const DECIDED = {
  executed: 'This change was approved before, and executed.',
  declined: 'This change was declined before.',
  expired: 'This change was not decided within 24 hours. Nothing was changed.',
} as const

/** Decides it in the transaction of the decision. Throws `ApprovalDecided` if somebody else was faster. */
export async function decide(
  call: AccountCall,
  store: WritableStore,
  { id }: Approval,
  decision: Omit<ApprovalDecision, 'at'>,
): Promise<z.input<typeof ApprovalShown>> {
  if (!(await store.approvals.decide(id, { ...decision, at: timestamp(call.clock.now()) })))
    throw new ApprovalDecided('Somebody else decided this change at the same time.')
  return shownApproval({ ...call, store }, existing(await store.approvals.find(id)))
}
