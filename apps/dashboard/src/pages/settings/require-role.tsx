import type { ReactNode } from 'react'
import type { Role } from '../../api/types.ts'
import { roleLabel } from '../../product/role-labels.ts'
import { useMay } from '../../product/use-product.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

/** What only a role sees. Who comes by an address they were given learns why there is nothing. */
export function OnlyFor({ least, children }: { readonly least: Role; readonly children: ReactNode }): ReactNode {
  if (useMay(least)) return children
  return (
    <EmptyState title="Not for your role">
      This page needs the role {roleLabel(least).toLowerCase()} on this product. An owner can give it to you.
    </EmptyState>
  )
}
