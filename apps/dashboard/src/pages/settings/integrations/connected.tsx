import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api, executed, type SendOptions } from '../../../api/client.ts'
import { productQueryKey } from '../../../api/queries.ts'
import type { SearchConsoleConnection } from '../../../api/types.ts'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { ProblemNotice } from '../../../forms/problem-notice.tsx'
import { useAction } from '../../../forms/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { showToast } from '../../../ui/toast.tsx'
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
        <Notice title="Sync failed" tone="danger">
          {detail ?? 'It is retried automatically.'}
        </Notice>
      )}
      {demo && <Notice title="Demo data">These search figures are made up. Nothing is read from Google.</Notice>}
      {!configured && !demo && (
        <Notice title="Sync is off" tone="warning">
          This service is no longer configured for Google Search Console. The operator must set{' '}
          <code>GOOGLE_CLIENT_ID</code> and <code>GOOGLE_CLIENT_SECRET</code>.
        </Notice>
      )}
      {property === undefined ? (
        <ChooseProperty product={product} properties={properties} />
      ) : (
        <Facts
          facts={[
            { label: 'Property', value: <span className="break-all">{propertyLabel(property)}</span> },
            {
              label: 'Sync',
              value: (
                <span role="status">
                  {available && syncState === 'queued' ? (
                    'Syncing…'
                  ) : at === undefined ? (
                    'Not synced yet'
                  ) : (
                    <>
                      Last synced <RelativeTime at={at} />
                      {status === 'connected' && !demo && ', repeated every six hours'}
                    </>
                  )}
                </span>
              ),
            },
            ...(at === undefined
              ? []
              : [
                  {
                    label: 'Report',
                    value: (
                      <Link className="link" params={{ product }} to="/products/$product/search">
                        Search
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
            Sync now
          </Button>
        )}
        {property !== undefined && properties.length > 1 && (
          <Button onClick={() => setDialog('property')}>Change property</Button>
        )}
        {available && (status === 'error' || properties.length === 0) && (
          <ConnectButton kind="secondary" label="Connect again" product={product} />
        )}
        <Button onClick={() => setDialog('disconnect')}>Disconnect</Button>
      </div>
      {dialog === 'property' && (
        <Dialog keepOpen onClose={() => setDialog(undefined)} title="Change property">
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
          confirmLabel="Disconnect"
          onClose={() => setDialog(undefined)}
          onDone={() => showToast('Google Search Console disconnected.')}
          call={(options: SendOptions) => api.DELETE(PATH, { params, ...options })}
          title="Disconnect Google Search Console?"
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
      <Notice title="This Google account has no property" tone="warning">
        Add a property in Search Console, or ask for access to one. Then connect again.
      </Notice>
    )
  }
  return (
    <div className="grid gap-3">
      <p>Choose the property of this product.</p>
      <PropertyForm product={product} properties={properties} />
    </div>
  )
}
