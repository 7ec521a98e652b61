import type { AccountToken } from '../../../api/types.ts'

export interface TokenNode {
  readonly token: AccountToken
  readonly children: readonly TokenNode[]
}

/**
 * Tokens below their parents, newest first on each level. A token whose parent is not in the list is at the top level.
 */
export function tokenTree(tokens: readonly AccountToken[]): readonly TokenNode[] {
  const known = new Set(tokens.map(({ id }) => id))
  const byParent = Map.groupBy(tokens, ({ parent_id }) =>
    parent_id !== null && known.has(parent_id) ? parent_id : null,
  )
  const below = (parent: string | null): readonly TokenNode[] =>
    (byParent.get(parent) ?? [])
      .toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
      .map((token) => ({ token, children: below(token.id) }))
  return below(null)
}

/** Whether the token or one of its descendants is active. */
export function isActive({ token, children }: TokenNode): boolean {
  return token.status === 'active' || children.some(isActive)
}

export function childrenOf(nodes: readonly TokenNode[], id: string): readonly TokenNode[] {
  for (const { token, children } of nodes) {
    const found = token.id === id ? children : childrenOf(children, id)
    if (found.length > 0) return found
  }
  return []
}
