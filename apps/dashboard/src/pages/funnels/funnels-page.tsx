import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Funnel } from '../../api/types.ts'
import { useMay, useProduct } from '../../product/use-product.ts'
import { funnelsQuery } from '../../statistics/queries.ts'
import { ReportPage } from '../../statistics/report-page.tsx'
import { useSpan } from '../../statistics/use-span.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DeleteFunnel } from './delete-funnel.tsx'
import { FunnelCard } from './funnel-card.tsx'
import { FunnelDialog } from './funnel-dialog.tsx'

type Open =
  | { readonly what: 'create' }
  | { readonly what: 'edit'; readonly funnel: Funnel }
  | { readonly what: 'delete'; readonly funnel: Funnel }

/** Ways through the product, step by step, and where people leave them. */
export function FunnelsPage(): ReactNode {
  const product = useProduct()
  const state = useSpan()
  const mayWrite = useMay('editor')
  const [open, setOpen] = useState<Open>()
  const asked = useQuery(funnelsQuery(product.id, state.range))
  const create = mayWrite && (
    <Button icon="plus" kind="primary" onClick={() => setOpen({ what: 'create' })}>
      New funnel
    </Button>
  )
  return (
    <>
      <ReportPage
        actions={asked.data !== undefined && asked.data.length > 0 && create}
        asked={asked}
        description="Ways through the product, step by step, and where people leave them."
        state={state}
        title="Funnels"
      >
        {(funnels) =>
          funnels.length === 0 ? (
            <Card>
              <EmptyState actions={create || undefined} title="No funnel yet">
                A funnel counts the visitors who take 2 to 10 steps in order: pages they open, or events. It looks at
                the past, too.
              </EmptyState>
            </Card>
          ) : (
            funnels.map((funnel) => (
              <FunnelCard
                funnel={funnel}
                key={funnel.id}
                onDelete={mayWrite ? () => setOpen({ what: 'delete', funnel }) : undefined}
                onEdit={mayWrite ? () => setOpen({ what: 'edit', funnel }) : undefined}
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
