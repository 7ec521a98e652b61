import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { api } from '../api/client.ts'
import { isTheme, showTheme } from '../theme/theme.ts'
import { linkSession } from './open-link.ts'
import { type SharedAddress, themeOf } from './shared-address.ts'
import { SharedLinkApp } from './shared-link-app.tsx'

/** Starts the page of a shared link instead of the dashboard of an account. */
export function startSharedLink(root: HTMLElement, address: SharedAddress): void {
  const theme = themeOf(address)
  showTheme(theme !== undefined && isTheme(theme) ? theme : 'system')
  const session = linkSession(address.secret)
  api.use(session.middleware)
  createRoot(root).render(
    <StrictMode>
      <SharedLinkApp address={address} session={session} />
    </StrictMode>,
  )
}
