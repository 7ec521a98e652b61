import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { config } from 'zod/mini'
import { createQueryClient } from './api/query-client.ts'
import { fixLanguage } from './fix-language.ts'
import { createDashboardRouter } from './router.tsx'
import { sharedAddress } from './share/shared-address.ts'
import { applyTheme, storedTheme } from './theme/theme.ts'

// The content security policy forbids `eval`, which zod would use.
config({ jitless: true })
fixLanguage()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
const shared = sharedAddress(location)
if (shared === undefined) startDashboard(root)
else void import('./share/start-shared-link.tsx').then(({ startSharedLink }) => startSharedLink(root, shared))

function startDashboard(root: HTMLElement): void {
  applyTheme(storedTheme())
  const queryClient = createQueryClient()
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createDashboardRouter(queryClient)} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
