import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Funnel } from '../../api/types.ts'
import { useHasRole, useProduct } from '../../product/use-product.ts'
import { funnelsQuery } from '../../statistics/queries.ts'
import { ReportPage } from '../../statistics/report-page.tsx'
import { useSpan } from '../../statistics/use-span.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { BreakdownMenu } from './breakdown-menu.tsx'
import { DeleteFunnel } from './delete-funnel.tsx'
import { FunnelCard } from './funnel-card.tsx'
import { FunnelDialog } from './funnel-dialog.tsx'

const route = getRouteApi('/products/$product/statistics/funnels')

type Open =
  | { readonly what: 'create' }
  | { readonly what: 'edit'; readonly funnel: Funnel }
  | { readonly what: 'delete'; readonly funnel: Funnel }

/** Funnels with their results. */
export function FunnelsPage(): ReactNode {
  const product = useProduct()
  const state = useSpan()
  const canWrite = useHasRole('editor')
  const [open, setOpen] = useState<Open>()
  const { by } = route.useSearch()
  const report = useQuery(funnelsQuery(product.id, { ...state.query, ...(by !== undefined && { dimension: by }) }))
  const create = canWrite && (
    <Button icon="plus" kind="primary" onClick={() => setOpen({ what: 'create' })}>
      New funnel
    </Button>
  )
  return (
    <>
      <ReportPage
        actions={
          report.data !== undefined &&
          report.data.funnels.length > 0 && (
            <>
              <BreakdownMenu by={by} state={state} />
              {create}
            </>
          )
        }
        metaOf={({ meta }) => meta}
        query={report}
        description="Steps that visitors take in order, and where they leave."
        state={state}
        title="Funnels"
      >
        {({ funnels }) =>
          funnels.length === 0 ? (
            <Card>
              <EmptyState actions={create || undefined} title="No funnels yet">
                A funnel counts the visitors who take 2 to 10 steps in order: pages or events. It includes past events.
              </EmptyState>
            </Card>
          ) : (
            funnels.map((funnel) => (
              <FunnelCard
                by={by}
                funnel={funnel}
                key={funnel.id}
                onDelete={canWrite ? () => setOpen({ what: 'delete', funnel }) : undefined}
                onEdit={canWrite ? () => setOpen({ what: 'edit', funnel }) : undefined}
              />
            ))
          )
        }
      </ReportPage>
      {open?.what === 'create' && <FunnelDialog onClose={() => setOpen(undefined)} />}
      {open?.what === 'edit' && <FunnelDialog funnel={open.funnel} onClose={() => setOpen(undefined)} />}
      {open?.what === 'delete' && <DeleteFunnel funnel={open.funnel} onClose={() => setOpen(undefined)} />}
    </>
  )
}
