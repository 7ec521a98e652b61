import type { ReactNode } from 'react'
import { ConnectButton } from './connect-button.tsx'

export function NotConnected({ product }: { readonly product: string }): ReactNode {
  return (
    <div className="grid gap-4">
      <p className="max-w-prose">
        Google asks you to sign in and to allow read access. Then you choose the property of this product.
      </p>
      <ConnectButton label="Connect" product={product} />
    </div>
  )
}

/** The operator has not configured an OAuth client. */
export function NotAvailable(): ReactNode {
  return (
    <div className="grid max-w-prose gap-3">
      <p>This service is not configured for it. The operator must:</p>
      <ol className="grid list-decimal gap-1.5 pl-5 text-sm">
        <li>
          Enable the Google Search Console API in a Google Cloud project and create an OAuth client of type web
          application.
        </li>
        <li>
          Add the redirect URI <code className="break-all">{location.origin}/integrations/google/callback</code>
        </li>
        <li>
          Set <code>GOOGLE_CLIENT_ID</code> and <code>GOOGLE_CLIENT_SECRET</code>, and restart the service.
        </li>
      </ol>
    </div>
  )
}
