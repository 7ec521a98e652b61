import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../../messages/messages.ts'
import { T } from '../../../messages/t.tsx'
import { eventsQuery } from '../../../product/tracked-events.ts'
import { useHasRole, useProduct } from '../../../product/use-product.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EventsFacts } from './events-facts.tsx'
import { EventsForm } from './events-form.tsx'
import { VisitorCard } from './visitor-card.tsx'

export function EventsPage(): ReactNode {
  const product = useProduct()
  const canEdit = useHasRole('admin')
  const { data: tracked } = useSuspenseQuery(eventsQuery(product.id))
  return (
    <div className="grid gap-5">
      <PageHeader
        description={
          <T
            id="settings.events.description"
            values={{
              link: (text) => (
                <Link className="link" params={{ product: product.id }} to="/products/$product/goals">
                  {text}
                </Link>
              ),
            }}
          />
        }
        title={t('settings.events.title')}
      />
      {canEdit ? <EventsForm tracked={tracked} /> : <EventsFacts tracked={tracked} />}
      {canEdit && <VisitorCard />}
    </div>
  )
}
