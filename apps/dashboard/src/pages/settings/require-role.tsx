import type { ReactNode } from 'react'
import type { Role } from '../../api/types.ts'
import { roleLabel } from '../../product/role-labels.ts'
import { useHasRole } from '../../product/use-product.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Shows its children only to a role, and otherwise says which role is needed. */
export function RequireRole({
  minimum,
  children,
}: {
  readonly minimum: Role
  readonly children: ReactNode
}): ReactNode {
  if (useHasRole(minimum)) return children
  return (
    <EmptyState title="Your role has no access">
      This page needs the role {roleLabel(minimum).toLowerCase()} of this product. Ask an owner.
    </EmptyState>
  )
}
