import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../../../messages/messages.ts'
import { useHasRole } from '../../../product/use-product.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { domainsQuery } from '../queries.ts'
import { DomainsForm } from './domains-form.tsx'

export function DomainsCard({ product }: { readonly product: string }): ReactNode {
  const canEdit = useHasRole('admin')
  const { data } = useSuspenseQuery(domainsQuery(product))
  if (canEdit) {
    return (
      <Card description={t('settings.collection.domains_hint')} title={t('settings.collection.domains')}>
        <DomainsForm domains={data} product={product} />
      </Card>
    )
  }
  return (
    <Card description={t('settings.collection.domains_hint_read')} flush title={t('settings.collection.domains')}>
      {data.domains.length === 0 ? (
        <EmptyState title={t('settings.collection.domains_none')} />
      ) : (
        <ul className="divide-y border-t">
          {data.domains.map(({ hostname, primary }) => (
            <li className="flex flex-wrap items-center gap-x-2.5 px-5 py-3" key={hostname}>
              <span className="break-all">{hostname}</span>
              {primary && <Badge tone="accent">{t('settings.collection.primary')}</Badge>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
