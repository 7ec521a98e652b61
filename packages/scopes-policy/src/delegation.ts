import { type AccessLimits, networksWithin, type ProductSelection, type Timestamp } from '@footfall/core-domain'
import type { Scope } from './scopes.ts'

/** Tokens made in the dashboard have depth 0; this is the maximum depth below them. */
export const DELEGATION_DEPTH_MAX = 8

/** What a credential may delegate. */
export interface Delegator<S extends string = Scope> {
  readonly scopes: ReadonlySet<S>
  readonly selection: ProductSelection
  readonly limits: AccessLimits
  /** The only networks that it is accepted from; none for all. */
  readonly allowedNetworks: readonly string[]
  readonly depth: number
  /** Null for a credential that does not expire. */
  readonly expiresAt: Timestamp | null
}

/** The requested access; `expiresAt` is resolved already. */
export interface DelegationRequest<S extends string = Scope> {
  readonly scopes: readonly S[]
  readonly products: ProductSelection
  readonly limits: AccessLimits
  readonly allowedNetworks: readonly string[]
  readonly expiresAt: Timestamp | null
}

/** The first part of a request that exceeds the delegator. */
export interface DelegationExcess {
  readonly of:
    | 'scopes'
    | 'products'
    | 'read_only'
    | 'toolsets'
    | 'preview_first'
    | 'approval'
    | 'networks'
    | 'depth'
    | 'life'
  readonly detail: string
}

/**
 * Checks that a child only narrows: scopes ⊆, products ⊆ (“all” only under “all”), every limit of the parent, networks ⊆, life ≤,
 * depth ≤ 8. `who` names the delegator in the text.
 */
export function delegationExcess<S extends string>(
  parent: Delegator<S>,
  request: DelegationRequest<S>,
  who: 'caller' | 'parent token' = 'caller',
): DelegationExcess | undefined {
  const scopes = request.scopes.filter((scope) => !parent.scopes.has(scope))
  if (scopes.length > 0) return { of: 'scopes', detail: `The ${who} does not have the scopes ${scopes.join(', ')}.` }
  if (!selectionWithin(request.products, parent.selection)) {
    return { of: 'products', detail: `The products reach beyond the ${who}’s selection.` }
  }
  const limit = limitExcess(parent.limits, request.limits)
  if (limit !== undefined)
    return { of: limit, detail: `The ${who} is limited by ${limit}, and so is all it delegates.` }
  const networks = networkExcess(parent.allowedNetworks, request.allowedNetworks, who)
  if (networks !== undefined) return networks
  if (parent.depth >= DELEGATION_DEPTH_MAX) {
    return { of: 'depth', detail: `Delegation is at most ${DELEGATION_DEPTH_MAX} deep, and the ${who} is there.` }
  }
  return lifeExcess(parent.expiresAt, request.expiresAt, who)
}

/** Checks that a delegated credential is accepted from the networks of its parent only. */
export function networkExcess(
  parent: readonly string[],
  child: readonly string[],
  who: 'caller' | 'parent token' = 'caller',
): DelegationExcess | undefined {
  if (networksWithin(child, parent)) return undefined
  return {
    of: 'networks',
    detail: `The ${who} is accepted from ${parent.join(', ')} only, and so is all it delegates.`,
  }
}

/** Checks that a delegated credential expires with its parent at the latest; null never expires. */
export function lifeExcess(
  parent: Timestamp | null,
  child: Timestamp | null,
  who: 'caller' | 'parent token' = 'caller',
): DelegationExcess | undefined {
  if (parent === null || (child !== null && child <= parent)) return undefined
  return { of: 'life', detail: `The ${who} expires at ${parent}, and nothing it delegates lives longer.` }
}

function limitExcess(
  parent: AccessLimits,
  child: AccessLimits,
): 'read_only' | 'toolsets' | 'preview_first' | 'approval' | undefined {
  if (parent.readOnly && !child.readOnly) return 'read_only'
  if (!toolsetsWithin(child.toolsets, parent.toolsets)) return 'toolsets'
  if (parent.previewFirst && !child.previewFirst) return 'preview_first'
  if (parent.approval && !child.approval) return 'approval'
  return undefined
}

/** Whether `outer` contains every tool group of `inner`, also future ones. */
function toolsetsWithin(inner: AccessLimits['toolsets'], outer: AccessLimits['toolsets']): boolean {
  if (outer === null) return true
  return inner !== null && [...inner].every((toolset) => outer.has(toolset))
}

/** Whether `outer` contains every product of `inner`, also future ones. */
export function selectionWithin(inner: ProductSelection, outer: ProductSelection): boolean {
  if (outer.mode === 'all') return true
  if (inner.mode === 'all') return false
  const reachable = new Set(outer.ids)
  return inner.ids.every((id) => reachable.has(id))
}
