import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api, executed, type SendOptions } from '../../../api/client.ts'
import { productQueryKey } from '../../../api/queries.ts'
import type { SearchConsoleConnection } from '../../../api/types.ts'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { ProblemNotice } from '../../../forms/problem-notice.tsx'
import { useAction } from '../../../forms/use-action.ts'
import { t } from '../../../messages/messages.ts'
import { T } from '../../../messages/t.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { When } from '../../../ui/relative-time.tsx'
import { searchConsoleConnectionQuery } from '../queries.ts'
import { ConnectButton } from './connect-button.tsx'
import { PropertyForm } from './property-form.tsx'
import { propertyLabel } from './property-label.ts'

interface ConnectedProps {
  readonly product: string
  readonly connection: SearchConsoleConnection
}

const PATH = '/api/v1/products/{product}/integrations/google-search-console'

export function Connected({ product, connection }: ConnectedProps): ReactNode {
  const {
    available: configured,
    demo,
    status,
    detail,
    property,
    properties = [],
    synced_at: at,
    sync: syncState,
  } = connection
  // The data of the demo never syncs.
  const available = configured && !demo
  const queryClient = useQueryClient()
  const [dialog, setDialog] = useState<'property' | 'disconnect'>()
  const params = { path: { product } }
  const sync = useAction(async () => {
    const { result } = await executed(api.POST(`${PATH}/sync`, { params }))
    queryClient.setQueryData(searchConsoleConnectionQuery(product).queryKey, result)
  })
  return (
    <div className="grid gap-5">
      {status === 'error' && (
        <Notice title={t('settings.integrations.failed')} tone="danger">
          {detail ?? t('settings.integrations.failed_hint')}
        </Notice>
      )}
      {demo && <Notice title={t('settings.integrations.demo')}>{t('settings.integrations.demo_hint')}</Notice>}
      {!configured && !demo && (
        <Notice title={t('settings.integrations.off')} tone="warning">
          <T id="settings.integrations.off_hint" values={{ code: (text) => <code>{text}</code> }} />
        </Notice>
      )}
      {property === undefined ? (
        <ChooseProperty product={product} properties={properties} />
      ) : (
        <Facts
          facts={[
            {
              label: t('settings.integrations.property'),
              value: <span className="break-all">{propertyLabel(property)}</span>,
            },
            {
              label: t('settings.integrations.sync'),
              value: (
                <span role="status">
                  {available && syncState === 'queued' ? (
                    t('settings.integrations.syncing')
                  ) : at === undefined ? (
                    t('settings.integrations.never_synced')
                  ) : (
                    <When
                      at={at}
                      id={
                        status === 'connected' && !demo
                          ? 'settings.integrations.synced_regularly'
                          : 'settings.integrations.synced'
                      }
                    />
                  )}
                </span>
              ),
            },
            ...(at === undefined
              ? []
              : [
                  {
                    label: t('settings.integrations.report'),
                    value: (
                      <Link className="link" params={{ product }} to="/products/$product/search">
                        {t('settings.integrations.search')}
                      </Link>
                    ),
                  },
                ]),
          ]}
        />
      )}
      {sync.problem && <ProblemNotice onRetry={() => void sync.run()} problem={sync.problem} />}
      <div className="flex flex-wrap gap-2">
        {available && property !== undefined && (
          <Button busy={sync.busy} disabled={syncState === 'queued'} onClick={() => void sync.run()}>
            {t('settings.integrations.sync_now')}
          </Button>
        )}
        {property !== undefined && properties.length > 1 && (
          <Button onClick={() => setDialog('property')}>{t('settings.integrations.change_property')}</Button>
        )}
        {available && (status === 'error' || properties.length === 0) && (
          <ConnectButton kind="secondary" label={t('settings.integrations.connect_again')} product={product} />
        )}
        <Button onClick={() => setDialog('disconnect')}>{t('settings.integrations.disconnect')}</Button>
      </div>
      {dialog === 'property' && (
        <Dialog keepOpen onClose={() => setDialog(undefined)} title={t('settings.integrations.change_property')}>
          <PropertyForm
            current={property}
            onCancel={() => setDialog(undefined)}
            onSaved={() => setDialog(undefined)}
            product={product}
            properties={properties}
          />
        </Dialog>
      )}
      {dialog === 'disconnect' && (
        <ConfirmDialog
          onExecuted={async ({ result }) => {
            queryClient.setQueryData(searchConsoleConnectionQuery(product).queryKey, result)
            await queryClient.invalidateQueries({ queryKey: [...productQueryKey(product), 'search-console'] })
          }}
          confirmLabel={t('settings.integrations.disconnect')}
          onClose={() => setDialog(undefined)}
          toast={t('settings.integrations.disconnected_toast')}
          call={(options: SendOptions) => api.DELETE(PATH, { params, ...options })}
          summary={t('settings.integrations.disconnect_hint')}
          title={t('settings.integrations.disconnect_title')}
        />
      )}
    </div>
  )
}

function ChooseProperty({
  product,
  properties,
}: {
  readonly product: string
  readonly properties: readonly string[]
}): ReactNode {
  if (properties.length === 0) {
    return (
      <Notice title={t('settings.integrations.no_property')} tone="warning">
        {t('settings.integrations.no_property_hint')}
      </Notice>
    )
  }
  return (
    <div className="grid gap-3">
      <p>{t('settings.integrations.choose_property')}</p>
      <PropertyForm product={product} properties={properties} />
    </div>
  )
}
