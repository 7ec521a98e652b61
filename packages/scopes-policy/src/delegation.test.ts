import {
  isWithinNetworks,
  NO_LIMITS,
  type ProductId,
  ProductSelection,
  TOOLSETS,
  timestamp,
} from '@footfall/core-domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DELEGATION_DEPTH_MAX,
  type Delegator,
  delegationExcess,
  isScope,
  SCOPES,
  type Scope,
  scopeSet,
  selects,
} from './index.ts'

const scope = fc.constantFrom(...SCOPES)
const scopes = fc.uniqueArray(scope, { minLength: 1 })
const product = fc.constantFrom('prd_a', 'prd_b', 'prd_c', 'prd_d') as fc.Arbitrary<ProductId>
const selection = fc.oneof(
  fc.constant<ProductSelection>({ mode: 'all' }),
  fc.uniqueArray(product, { minLength: 1 }).map((ids) => ProductSelection.parse({ mode: 'selected', ids })),
)
const expiry = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 0, max: 9 }).map((day) => timestamp(day * 86_400_000)),
)
const depth = fc.integer({ min: 0, max: DELEGATION_DEPTH_MAX })
const limits = fc.record({
  readOnly: fc.boolean(),
  toolsets: fc.option(fc.uniqueArray(fc.constantFrom(...TOOLSETS), { minLength: 1 }).map((names) => new Set(names))),
  previewFirst: fc.boolean(),
  approval: fc.boolean(),
})
const networks = fc.uniqueArray(
  fc.constantFrom('203.0.113.0/24', '203.0.113.0/25', '198.51.100.0/24', '2001:db8::/48', '2001:db8::/64'),
)
const parent = fc.record({
  scopes: scopes.map((names) => scopeSet(names)),
  selection,
  limits,
  allowedNetworks: networks,
  depth,
  expiresAt: expiry,
})
const request = fc.record({ scopes, products: selection, limits, allowedNetworks: networks, expiresAt: expiry })
/** A delegator, and a child whose parts are each its own or what the delegator has: two of random parts seldom fit. */
const delegations = fc
  .tuple(parent, request, fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }))
  .map(([delegator, child, [ownScopes, ownProducts, ownLimits, ownExpiry, ownNetworks]]) => ({
    delegator,
    child: {
      scopes: ownScopes ? child.scopes : [...delegator.scopes].slice(0, child.scopes.length),
      products: ownProducts ? child.products : delegator.selection,
      limits: ownLimits ? child.limits : delegator.limits,
      allowedNetworks: ownNetworks ? child.allowedNetworks : delegator.allowedNetworks,
      expiresAt: ownExpiry ? child.expiresAt : delegator.expiresAt,
    },
  }))

const ADDRESSES = [
  '203.0.113.7',
  '203.0.113.200',
  '198.51.100.1',
  '2001:db8::1',
  '2001:db8:0:1::1',
  '::ffff:203.0.113.7',
]
const accepts = (allowed: readonly string[], address: string) =>
  allowed.length === 0 || isWithinNetworks(address, allowed)

const PRODUCTS = ['prd_a', 'prd_b', 'prd_c', 'prd_d', 'prd_later'] as ProductId[]

describe('delegation', () => {
  it('delegation never widens access: a child may do only what, where, and until when its parent may', () => {
    fc.assert(
      fc.property(delegations, ({ delegator, child }) => {
        fc.pre(delegationExcess(delegator, child) === undefined)
        for (const name of child.scopes) expect(delegator.scopes.has(name)).toBe(true)
        for (const id of PRODUCTS) if (selects(child.products, id)) expect(selects(delegator.selection, id)).toBe(true)
        if (delegator.limits.readOnly) expect(child.limits.readOnly).toBe(true)
        if (delegator.limits.previewFirst) expect(child.limits.previewFirst).toBe(true)
        if (delegator.limits.approval) expect(child.limits.approval).toBe(true)
        for (const toolset of [...TOOLSETS, 'later' as never])
          if (child.limits.toolsets?.has(toolset) ?? true)
            expect(delegator.limits.toolsets?.has(toolset) ?? true).toBe(true)
        for (const address of ADDRESSES)
          if (accepts(child.allowedNetworks, address)) expect(accepts(delegator.allowedNetworks, address)).toBe(true)
        if (delegator.expiresAt !== null)
          expect(child.expiresAt !== null && child.expiresAt <= delegator.expiresAt).toBe(true)
        expect(delegator.depth + 1).toBeLessThanOrEqual(DELEGATION_DEPTH_MAX)
      }),
    )
  })

  it('delegation accepts every child that has less access', () => {
    fc.assert(
      fc.property(parent, fc.integer({ min: 1, max: 15 }), (delegator, take) => {
        fc.pre(delegator.depth < DELEGATION_DEPTH_MAX)
        const child = {
          scopes: [...delegator.scopes].slice(0, take),
          products: delegator.selection,
          limits: delegator.limits,
          allowedNetworks: delegator.allowedNetworks,
          expiresAt: delegator.expiresAt,
        }
        expect(delegationExcess(delegator, child)).toBeUndefined()
      }),
    )
  })

  const delegator: Delegator = {
    scopes: scopeSet(['analytics:read', 'tokens:write']),
    selection: { mode: 'selected', ids: ['prd_a' as ProductId] },
    limits: { readOnly: true, toolsets: new Set(['analytics']), previewFirst: true, approval: true },
    allowedNetworks: ['203.0.113.0/24'],
    depth: 3,
    expiresAt: timestamp(5_000),
  }
  const within = {
    scopes: ['analytics:read' as Scope],
    products: delegator.selection,
    limits: delegator.limits,
    allowedNetworks: ['203.0.113.0/25'],
    expiresAt: timestamp(5_000),
  }

  it.each([
    ['a scope more', delegator, { ...within, scopes: ['keys:read' as Scope] }, 'scopes'],
    [
      'a product more',
      delegator,
      { ...within, products: { mode: 'selected', ids: ['prd_a', 'prd_b'] as ProductId[] } },
      'products',
    ],
    ['all products under a selection', delegator, { ...within, products: { mode: 'all' } }, 'products'],
    ['changes', delegator, { ...within, limits: { ...within.limits, readOnly: false } }, 'read_only'],
    [
      'a tool group more',
      delegator,
      { ...within, limits: { ...within.limits, toolsets: new Set(['team']) } },
      'toolsets',
    ],
    ['every tool group', delegator, { ...within, limits: { ...within.limits, toolsets: null } }, 'toolsets'],
    [
      'changes without preview',
      delegator,
      { ...within, limits: { ...within.limits, previewFirst: false } },
      'preview_first',
    ],
    ['changes without approval', delegator, { ...within, limits: { ...within.limits, approval: false } }, 'approval'],
    ['no limits', delegator, { ...within, limits: NO_LIMITS }, 'read_only'],
    ['another network', delegator, { ...within, allowedNetworks: ['203.0.112.0/24'] }, 'networks'],
    ['a wider network', delegator, { ...within, allowedNetworks: ['203.0.112.0/23'] }, 'networks'],
    ['every network', delegator, { ...within, allowedNetworks: [] }, 'networks'],
    ['a ninth level', { ...delegator, depth: 8 }, within, 'depth'],
    ['a millisecond more of life', delegator, { ...within, expiresAt: timestamp(5_001) }, 'life'],
    ['life without end', delegator, { ...within, expiresAt: null }, 'life'],
  ] as const)('names what exceeds the parent’s access: %s', (_, from, asked, of) => {
    expect(delegationExcess(from as Delegator, asked as typeof within)).toMatchObject({ of })
  })

  it('delegation has no wildcard and no scope within another', () => {
    for (const name of ['*', 'analytics:*', 'analytics', 'analytics:write', 'ANALYTICS:READ', ''])
      expect(isScope(name)).toBe(false)
    expect(scopeSet(['settings:write', '*', 'nonsense'])).toEqual(new Set(['settings:write']))
  })
})
