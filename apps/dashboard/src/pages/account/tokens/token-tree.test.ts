import { describe, expect, it } from 'vitest'
import type { AccountToken } from '../../../api/types.ts'
import { childrenOf, isActive, type TokenNode, tokenTree } from './token-tree.ts'

describe('tokenTree', () => {
  const names = (nodes: readonly TokenNode[]): unknown =>
    nodes.map(({ token, children }) => (children.length === 0 ? token.id : { [token.id]: names(children) }))

  it('puts each token under its parent, newest first', () => {
    const tree = tokenTree([
      token('a', null, 1),
      token('b', 'a', 2),
      token('c', 'b', 3),
      token('d', 'a', 4),
      token('e', null, 5),
    ])
    expect(names(tree)).toEqual(['e', { a: ['d', { b: ['c'] }] }])
  })

  it('keeps a token whose parent is unknown at the top level', () => {
    expect(names(tokenTree([token('b', 'gone', 2)]))).toEqual(['b'])
  })

  it('a node is active while its token or one of its descendants is active', () => {
    const [dead] = tokenTree([token('a', null, 1, 'revoked'), token('b', 'a', 2, 'disabled')])
    const [alive] = tokenTree([token('a', null, 1, 'expired'), token('b', 'a', 2)])
    expect([dead, alive].map((node) => node && isActive(node))).toEqual([false, true])
  })

  it('finds the children of any token', () => {
    const tree = tokenTree([token('a', null, 1), token('b', 'a', 2), token('c', 'b', 3)])
    expect(names(childrenOf(tree, 'b'))).toEqual(['c'])
    expect(childrenOf(tree, 'c')).toEqual([])
  })
})

function token(id: string, parent_id: string | null, minute: number, status: AccountToken['status'] = 'active') {
  const at = `2026-01-01T00:0${minute}:00Z`
  return {
    id,
    name: id,
    prefix: 'jt_aaaaa',
    scopes: ['analytics:read'],
    products: { mode: 'all' },
    read_only: false,
    toolsets: null,
    preview_first: false,
    approval: false,
    parent_id,
    depth: 0,
    status,
    expires_at: null,
    created_at: at,
    last_used_at: null,
    allowed_networks: [],
    last_used_network: null,
    last_used_operation: null,
    revision: 1,
    updated_at: at,
  } satisfies AccountToken
}
