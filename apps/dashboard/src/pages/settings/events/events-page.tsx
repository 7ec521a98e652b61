import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay, useProduct } from '../../../product/use-product.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { eventsQuery } from '../queries.ts'
import { EventsFacts } from './events-facts.tsx'
import { EventsForm } from './events-form.tsx'

export function EventsPage(): ReactNode {
  const product = useProduct()
  const may = useMay('admin')
  const { data: tracked } = useSuspenseQuery(eventsQuery(product.id))
  return (
    <div className="grid gap-5">
      <PageHeader
        description={
          <>
            What counts as something done, and which of it is a goal. How often it was reached is in{' '}
            <Link className="link" params={{ product: product.id }} to="/products/$product/goals">
              the goal report
            </Link>
            .
          </>
        }
        title="Events and goals"
      />
      {may ? <EventsForm tracked={tracked} /> : <EventsFacts tracked={tracked} />}
    </div>
  )
}
