import type { ReactNode } from 'react'
import { ConnectButton } from './connect-button.tsx'

export function NotConnected({ product }: { readonly product: string }): ReactNode {
  return (
    <div className="grid gap-4">
      <p className="max-w-prose">
        Google asks you to sign in and to allow reading; nothing is changed there. Then you choose which property of
        yours belongs to this product.
      </p>
      <ConnectButton label="Connect" product={product} />
    </div>
  )
}

/** The operator has not made this service a client of the provider. */
export function NotAvailable(): ReactNode {
  return (
    <div className="grid max-w-prose gap-3">
      <p>This service is not set up for it yet. Whoever runs it has to:</p>
      <ol className="grid list-decimal gap-1.5 pl-5 text-sm">
        <li>
          Enable the Google Search Console API in a project at Google, and make an OAuth client for the web there.
        </li>
        <li>
          Give it the redirect address <code className="break-all">{location.origin}/integrations/google/callback</code>
        </li>
        <li>
          Set <code>GOOGLE_CLIENT_ID</code> and <code>GOOGLE_CLIENT_SECRET</code>, and start the service anew.
        </li>
      </ol>
    </div>
  )
}
