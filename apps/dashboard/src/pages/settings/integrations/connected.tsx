import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api, executed, PREVIEW, previewed } from '../../../api/client.ts'
import { productKey } from '../../../api/queries.ts'
import type { SearchConsoleConnection } from '../../../api/types.ts'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { ProblemNotice } from '../../../forms/problem-notice.tsx'
import { useAction } from '../../../forms/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { When } from '../../../ui/when.tsx'
import { searchConsoleConnectionQuery } from '../queries.ts'
import { ConnectButton } from './connect-button.tsx'
import { PropertyForm } from './property-form.tsx'
import { propertyWords } from './property-label.ts'

interface ConnectedProps {
  readonly product: string
  readonly connection: SearchConsoleConnection
}

const PATH = '/api/v1/products/{product}/integrations/google-search-console'

export function Connected({ product, connection }: ConnectedProps): ReactNode {
  const { available, status, detail, property, properties = [], synced_at: at, sync } = connection
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState<'property' | 'disconnect'>()
  const params = { path: { product } }
  const reading = useAction(async () => {
    const { result } = await executed(api.POST(`${PATH}/sync`, { params }))
    queryClient.setQueryData(searchConsoleConnectionQuery(product).queryKey, result)
  })
  return (
    <div className="grid gap-5">
      {status === 'error' && (
        <Notice title="The figures could not be read" tone="danger">
          {detail ?? 'It is tried again later by itself.'}
        </Notice>
      )}
      {!available && (
        <Notice title="Nothing more is read" tone="warning">
          This service is no longer set up for Google Search Console. Whoever runs it has to set{' '}
          <code>GOOGLE_CLIENT_ID</code> and <code>GOOGLE_CLIENT_SECRET</code> again.
        </Notice>
      )}
      {property === undefined ? (
        <Choose product={product} properties={properties} />
      ) : (
        <Facts
          facts={[
            { label: 'Property', value: <span className="break-all">{propertyWords(property)}</span> },
            {
              label: 'Figures',
              value: (
                <span role="status">
                  {available && sync === 'queued' ? (
                    'Being read …'
                  ) : at === undefined ? (
                    'Not read yet'
                  ) : (
                    <>
                      Last read <When at={at} />
                      {status === 'connected' && '; every six hours by themselves'}
                    </>
                  )}
                </span>
              ),
            },
            ...(at === undefined
              ? []
              : [
                  {
                    label: 'Where to see them',
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
      {reading.problem && <ProblemNotice onRetry={() => void reading.run()} problem={reading.problem} />}
      <div className="flex flex-wrap gap-2">
        {available && property !== undefined && (
          <Button busy={reading.busy} disabled={sync === 'queued'} onClick={() => void reading.run()}>
            Read now
          </Button>
        )}
        {property !== undefined && properties.length > 1 && (
          <Button onClick={() => setAsking('property')}>Change property</Button>
        )}
        {available && (status === 'error' || properties.length === 0) && (
          <ConnectButton kind="secondary" label="Connect again" product={product} />
        )}
        <Button onClick={() => setAsking('disconnect')}>Disconnect</Button>
      </div>
      {asking === 'property' && (
        <Dialog keepOpen onClose={() => setAsking(undefined)} title="Change the property">
          <PropertyForm
            current={property}
            onCancel={() => setAsking(undefined)}
            onSaved={() => setAsking(undefined)}
            product={product}
            properties={properties}
          />
        </Dialog>
      )}
      {asking === 'disconnect' && (
        <ConfirmDialog
          confirm={async () => {
            const { result } = await executed(api.DELETE(PATH, { params }))
            queryClient.setQueryData(searchConsoleConnectionQuery(product).queryKey, result)
            await queryClient.invalidateQueries({ queryKey: [...productKey(product), 'search-console'] })
          }}
          confirmLabel="Disconnect"
          onClose={() => setAsking(undefined)}
          onDone={() => showToast('Google Search Console is disconnected.')}
          preview={() => previewed(api.DELETE(PATH, { params, headers: PREVIEW }))}
          title="Disconnect Google Search Console?"
        />
      )}
    </div>
  )
}

function Choose({
  product,
  properties,
}: {
  readonly product: string
  readonly properties: readonly string[]
}): ReactNode {
  if (properties.length === 0) {
    return (
      <Notice title="Google lists no property for this account" tone="warning">
        Add one in Search Console, or have one shared with you; then connect again, with the account that may read it.
      </Notice>
    )
  }
  return (
    <div className="grid gap-3">
      <p>One thing is left: say which property belongs to this product.</p>
      <PropertyForm product={product} properties={properties} />
    </div>
  )
}
