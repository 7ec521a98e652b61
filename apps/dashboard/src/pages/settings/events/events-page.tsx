import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useHasRole, useProduct } from '../../../product/use-product.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { eventsQuery } from '../queries.ts'
import { EventsFacts } from './events-facts.tsx'
import { EventsForm } from './events-form.tsx'

export function EventsPage(): ReactNode {
  const product = useProduct()
  const canEdit = useHasRole('admin')
  const { data: tracked } = useSuspenseQuery(eventsQuery(product.id))
  return (
    <div className="grid gap-5">
      <PageHeader
        description={
          <>
            Events to track, and which of them are goals. Conversions are in{' '}
            <Link className="link" params={{ product: product.id }} to="/products/$product/goals">
              the goal report
            </Link>
            .
          </>
        }
        title="Events and goals"
      />
      {canEdit ? <EventsForm tracked={tracked} /> : <EventsFacts tracked={tracked} />}
    </div>
  )
}
