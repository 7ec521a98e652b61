import { CredentialNotAccepted, NotFound, type ReachedProduct, type Store } from '@footfall/core-domain'
import { fingerprint } from '@footfall/idempotency'
import { type AccountPrincipal, actsForAccount, type Channel, type Principal } from '@footfall/scopes-policy'
import type { Asker } from '../asker.ts'
import type { Services } from '../definition/call.ts'
import type { ExecutableWrite } from '../definition/operation.ts'
import type { Plan } from '../definition/plan.ts'

/** A confirmation, under a key as the adapter received it. */
export interface Confirmed {
  readonly confirm: true
  readonly key: unknown
  /** The revision in the preview that was confirmed, null where something is made. The change of any other is refused. */
  readonly revision?: number | null | undefined
  /** The preview that comes with the confirmation, for credentials that need one; absent where none was given. */
  readonly preview?: unknown
  /** Whether the adapter showed the preview to a person, who agreed to this very change. */
  readonly personAsked?: boolean
}

/** Whether the caller confirms. */
export type Confirmation =
  | { readonly confirm: 'unspecified' }
  /** With a key to replay, a change that is recorded under it is answered from its record instead of a preview. */
  | { readonly confirm: false; readonly replays?: string }
  | Confirmed

/** Where a request came from, for the audit log. */
export interface Origin {
  readonly channel: Channel
  readonly address: string | undefined
  readonly requestId: string | undefined
}

export interface WriteRequest {
  readonly operation: ExecutableWrite
  readonly principal: Principal
  readonly product: ReachedProduct | undefined
  /** Parsed path and body, as one flat object. */
  readonly input: Readonly<Record<string, unknown>>
  readonly services: Services
  readonly asker: Asker
}

export function planOf(
  { operation, principal, product, input, services, asker: { reports } }: WriteRequest,
  store: Store,
): Promise<Plan<unknown>> {
  const caller = actingForAccount(principal)
  const call = { ...services, reports, store, principal: caller, account: caller.account }
  if (operation.product === 'none') return operation.plan(call, input)
  if (product?.role === undefined) throw new NotFound()
  return operation.plan({ ...call, product }, input)
}

/** Names the operation and its input, the same on every channel. */
export function fingerprintOf({ operation, product, input }: WriteRequest) {
  return fingerprint(operation.name, { ...(product === undefined ? {} : { product: product.id }), ...input })
}

export function actingForAccount(principal: Principal): AccountPrincipal {
  if (!actsForAccount(principal)) throw new CredentialNotAccepted()
  return principal
}
