import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useHasRole } from '../../../product/use-product.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { domainsQuery } from '../queries.ts'
import { DomainsForm } from './domains-form.tsx'

/** The domains of the product. */
export function DomainsCard({ product }: { readonly product: string }): ReactNode {
  const canEdit = useHasRole('admin')
  const { data } = useSuspenseQuery(domainsQuery(product))
  if (canEdit) {
    return (
      <Card
        description="Links between these hostnames don’t count as referrals. Examples use the primary one."
        title="Domains"
      >
        <DomainsForm domains={data} product={product} />
      </Card>
    )
  }
  return (
    <Card description="Hostnames of this product. Admins and owners can change them." flush title="Domains">
      {data.domains.length === 0 ? (
        <EmptyState title="No domains yet" />
      ) : (
        <ul className="divide-y border-t">
          {data.domains.map(({ hostname, primary }) => (
            <li className="flex flex-wrap items-center gap-x-2.5 px-5 py-3" key={hostname}>
              <span className="break-all">{hostname}</span>
              {primary && <Badge tone="accent">Primary</Badge>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
