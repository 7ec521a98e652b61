import type { ReactNode } from 'react'
import { t } from '../../../messages/messages.ts'
import { T } from '../../../messages/t.tsx'
import { ConnectButton } from './connect-button.tsx'

export function NotConnected({ product }: { readonly product: string }): ReactNode {
  return (
    <div className="grid gap-4">
      <p className="max-w-prose">{t('settings.integrations.connect_hint')}</p>
      <ConnectButton label={t('settings.integrations.connect')} product={product} />
    </div>
  )
}

/** The operator has not configured an OAuth client. */
export function NotAvailable(): ReactNode {
  return (
    <div className="grid max-w-prose gap-3">
      <p>{t('settings.integrations.unavailable')}</p>
      <ol className="grid list-decimal gap-1.5 pl-5 text-sm">
        <li>{t('settings.integrations.setup_client')}</li>
        <li>
          <T
            id="settings.integrations.setup_redirect"
            values={{ uri: <code className="break-all">{location.origin}/integrations/google/callback</code> }}
          />
        </li>
        <li>
          <T id="settings.integrations.setup_environment" values={{ code: (text) => <code>{text}</code> }} />
        </li>
      </ol>
    </div>
  )
}
