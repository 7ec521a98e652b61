import {
  CredentialNotAccepted,
  InvalidRequest,
  isProductId,
  NotFound,
  type OwnedProduct,
  type ReachedProduct,
  type Store,
} from '@footfall/core-domain'
import type { RawInput } from '@footfall/kernel'
import {
  actsForAccount,
  assertPrincipalKind,
  assertRole,
  assertScope,
  assertSection,
  assertSelected,
  type Channel,
  limitsOf,
  type Principal,
} from '@footfall/scopes-policy'
import type { Executable } from '../definition/operation.ts'
import { toolsetOf } from './toolsets.ts'

/** What limits are about. */
interface Judged {
  readonly name: string
  readonly kind: 'read' | 'write' | 'download' | 'upload'
}

/** The checks before the input. */
export async function authorize(
  operation: Judged &
    Pick<Executable, 'scope' | 'parameterScopes' | 'sharedAs' | 'role' | 'allowedPrincipals' | 'product'>,
  principal: Principal,
  raw: RawInput,
  store: Store,
  channel: Channel,
) {
  assertMayCall(operation, principal, channel, raw.query)
  if (operation.product === 'none') return { reached: undefined, rest: raw }
  // A product in the query of a route that has it in its path is an unknown parameter.
  const { product, ...rest } = operation.product === 'path' ? raw.path : raw.query
  const reached = await resolveProduct(operation, principal, product, store)
  return { reached, rest: { ...raw, [operation.product]: rest } }
}

/** Throws unless the credential may call the operation on any product. */
export function assertMayCall(
  operation: Judged & Pick<Executable, 'scope' | 'parameterScopes' | 'sharedAs' | 'role' | 'allowedPrincipals'>,
  principal: Principal,
  channel: Channel,
  parameters: RawInput['query'],
): void {
  assertPrincipalKind(principal, operation.allowedPrincipals, channel)
  assertSection(principal, operation)
  assertWithinLimits(principal, operation)
  assertScope(principal, operation, parameters)
}

/** Applies the limits of the credential, read-only and tool groups, whatever its scopes are. */
function assertWithinLimits(principal: Principal, operation: Judged): void {
  const { readOnly, toolsets } = limitsOf(principal)
  if (readOnly && operation.kind === 'write')
    throw new CredentialNotAccepted('This credential is limited by read_only: it changes nothing.')
  if (toolsets === null) return
  const toolset = toolsetOf(operation)
  if (!toolsets.has(toolset))
    throw new CredentialNotAccepted(
      `This credential is limited by toolsets to ${[...toolsets].join(', ')}; this belongs to ${toolset}.`,
    )
}

async function resolveProduct(
  operation: Pick<Executable, 'scope' | 'role' | 'product'>,
  principal: Principal,
  named: unknown,
  store: Store,
): Promise<OwnedProduct<ReachedProduct>> {
  if (named === undefined || named === '') throw new InvalidRequest([{ path: 'product', message: 'is required' }])
  if (typeof named !== 'string') throw new InvalidRequest([{ path: 'product', message: 'must be a string' }])
  if (!isProductId(named)) throw new NotFound()
  assertSelected(principal, named)
  if (!actsForAccount(principal)) {
    // A key and a link act for no account and so have no role; the routes open to them need none.
    const reached = await store.products.findOwned(named)
    if (reached === undefined) throw new NotFound()
    return reached
  }
  const lookedUp = principal.kind === 'account_token' ? principal.lookedUp : undefined
  const reached = lookedUp?.id === named ? lookedUp.found : await store.products.findOwnedFor(principal.account, named)
  if (reached === undefined) throw new NotFound()
  assertRole(reached.product, operation)
  return reached
}
