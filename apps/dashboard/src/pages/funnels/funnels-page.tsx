import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Funnel } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { useHasRole, useProduct } from '../../product/use-product.ts'
import { funnelsQuery } from '../../statistics/queries.ts'
import { ReportPage } from '../../statistics/report-page.tsx'
import type { FunnelTrial } from '../../statistics/search.ts'
import { useReportState } from '../../statistics/use-report-state.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { BreakdownMenu } from './breakdown-menu.tsx'
import { DeleteFunnel } from './delete-funnel.tsx'
import { FunnelCard } from './funnel-card.tsx'
import { FunnelDialog } from './funnel-dialog.tsx'
import { FunnelTrialCards } from './funnel-trial.tsx'

const route = getRouteApi('/products/$product/statistics/funnels')

type Open =
  | { readonly what: 'create'; readonly trial: FunnelTrial | undefined }
  | { readonly what: 'edit'; readonly funnel: Funnel }
  | { readonly what: 'delete'; readonly funnel: Funnel }

/** Funnels with their results, and one that is not saved. */
export function FunnelsPage(): ReactNode {
  const product = useProduct()
  const state = useReportState()
  const canWrite = useHasRole('editor')
  const [open, setOpen] = useState<Open>()
  const [isTrying, setTrying] = useState(false)
  const { by, trial } = route.useSearch()
  const asked = { ...state.query, ...(by !== undefined && { dimension: by }) }
  const report = useQuery(funnelsQuery(product.id, asked))
  const detailed = useQuery(funnelsQuery(product.id, { ...asked, drop_offs: true }))
  const close = () => setOpen(undefined)
  const endTrial = () => {
    setTrying(false)
    if (trial !== undefined) state.change({ trial: undefined })
  }
  const showsTrial = isTrying || trial !== undefined
  const buttons = (
    <>
      {!showsTrial && <Button onClick={() => setTrying(true)}>{t('funnels.try')}</Button>}
      {canWrite && (
        <Button icon="plus" kind="primary" onClick={() => setOpen({ what: 'create', trial: undefined })}>
          {t('funnels.new')}
        </Button>
      )}
    </>
  )
  const hasFunnels = report.data !== undefined && report.data.funnels.length > 0
  return (
    <>
      <ReportPage
        actions={
          (hasFunnels || showsTrial) && (
            <>
              <BreakdownMenu by={by} state={state} />
              {buttons}
            </>
          )
        }
        description={t('funnels.description')}
        metaOf={({ meta }) => meta}
        query={report}
        state={state}
        title={t('sections.funnels')}
      >
        {({ funnels }) => (
          <>
            {showsTrial && (
              <FunnelTrialCards
                by={by}
                onClose={endTrial}
                onSave={canWrite ? (tried) => setOpen({ what: 'create', trial: tried }) : undefined}
                state={state}
                trial={trial}
              />
            )}
            {funnels.length === 0 && !showsTrial && (
              <Card>
                <EmptyState actions={buttons} title={t('funnels.none')}>
                  {t('funnels.none_hint')}
                </EmptyState>
              </Card>
            )}
            {funnels.map((funnel) => (
              <FunnelCard
                actions={
                  <FunnelActions
                    canWrite={canWrite}
                    funnel={funnel}
                    onOpen={(what) => setOpen({ what, funnel })}
                    onTry={() => state.change({ trial: { steps: [...funnel.steps], minutes: funnel.window_minutes } })}
                  />
                }
                busy={report.isPlaceholderData}
                by={by}
                funnel={withDetails(funnel, detailed)}
                key={funnel.id}
              />
            ))}
          </>
        )}
      </ReportPage>
      {open?.what === 'create' && (
        <FunnelDialog
          onClose={close}
          onSaved={() => {
            close()
            if (open.trial !== undefined) endTrial()
          }}
          trial={open.trial}
        />
      )}
      {open?.what === 'edit' && <FunnelDialog funnel={open.funnel} onClose={close} onSaved={close} />}
      {open?.what === 'delete' && <DeleteFunnel funnel={open.funnel} onClose={close} />}
    </>
  )
}

/** With the times between steps and the visitors who dropped off, once they are loaded. */
function withDetails(
  funnel: Funnel,
  {
    data,
    isPlaceholderData,
  }: Pick<UseQueryResult<{ readonly funnels: readonly Funnel[] }>, 'data' | 'isPlaceholderData'>,
): Funnel {
  if (data === undefined || isPlaceholderData) return funnel
  const found = data.funnels.find(({ id, revision }) => id === funnel.id && revision === funnel.revision)
  return found ?? funnel
}

interface FunnelActionsProps {
  readonly funnel: Funnel
  readonly canWrite: boolean
  readonly onTry: () => void
  readonly onOpen: (what: 'edit' | 'delete') => void
}

function FunnelActions({ funnel: { name }, canWrite, onTry, onOpen }: FunnelActionsProps): ReactNode {
  return (
    <span className="flex items-center max-sm:-ml-2.5 max-sm:order-last">
      <Button kind="quiet" onClick={onTry} size="small">
        {t('funnels.try_steps')}
        <span className="sr-only"> {t('funnels.of_funnel', { name })}</span>
      </Button>
      {canWrite && (
        <>
          <IconButton icon="pencil" label={t('funnels.edit_label', { name })} onClick={() => onOpen('edit')} />
          <IconButton
            aligned
            icon="trash"
            label={t('funnels.delete_label', { name })}
            onClick={() => onOpen('delete')}
          />
        </>
      )}
    </span>
  )
}
