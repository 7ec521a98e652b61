import { InvalidRequest } from '@footfall/core-domain'
import type { Channel } from '@footfall/scopes-policy'
import type { Approvals, Domain, HeldChange, Origin, Rules, WriteRequest } from '../domain.ts'
import type { Plan } from '../plan.ts'
import { type Confirming, planAgain } from './commit.ts'

/** Where each channel confirms. */
const FIELD: Readonly<Record<Channel, string>> = {
  rest: 'Service-Confirm',
  dashboard: 'Service-Confirm',
  mcp: 'confirm',
}

/** How a confirmed write by this principal waits for approval; undefined if it executes at once. */
export function approvalsFor<D extends Domain>(
  { approvals }: Rules<D>,
  principal: D['principal'],
): Approvals<D> | undefined {
  return approvals?.mustWait(principal) ? approvals : undefined
}

/** Plans a write as its execution does, and records that it waits instead of executing it. */
export async function holdWrite<D extends Domain>(
  rules: Rules<D>,
  approvals: Approvals<D>,
  request: WriteRequest<D>,
  tx: D['tx'],
  confirming: Confirming & { readonly key: string },
  origin: Origin,
): Promise<HeldChange> {
  const { resource, plan } = await planAgain(rules, request, tx, confirming, origin)
  assertCanWait(plan, origin.channel)
  return approvals.hold(tx, { ...request, resource }, plan, confirming.key, origin)
}

/** Throws `InvalidRequest` for a write whose secret nobody would be there to take. */
export function assertCanWait({ makesSecret }: Pick<Plan<unknown, unknown>, 'makesSecret'>, channel: Channel): void {
  if (makesSecret !== true) return
  const message =
    'this credential needs the approval of a person for each change, and a change that makes a secret cannot wait for one; a person makes it in the dashboard'
  throw new InvalidRequest([{ path: FIELD[channel], message }])
}
