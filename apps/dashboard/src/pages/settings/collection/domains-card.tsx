import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMay } from '../../../product/use-product.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { domainsQuery } from '../queries.ts'
import { DomainsForm } from './domains-form.tsx'

/** The hostnames that are the product’s own. */
export function DomainsCard({ product }: { readonly product: string }): ReactNode {
  const may = useMay('admin')
  const { data } = useSuspenseQuery(domainsQuery(product))
  if (may) {
    return (
      <Card
        description="The hostnames that are your own. Links between them are no referrals. The primary one is the main address."
        title="Domains"
      >
        <DomainsForm domains={data} product={product} />
      </Card>
    )
  }
  return (
    <Card
      description="The hostnames that are the product’s own. Admins and owners can change them."
      flush
      title="Domains"
    >
      {data.domains.length === 0 ? (
        <EmptyState title="No domain yet" />
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
