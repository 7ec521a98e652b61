import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { config } from 'zod/mini'
import { createQueryClient } from './api/query-client.ts'
import { mendLanguage } from './fix-language.ts'
import { createDashboardRouter } from './router.tsx'
import { applyTheme, storedTheme } from './theme/theme.ts'

// The policy of the page forbids making code from text; zod need not try.
config({ jitless: true })
mendLanguage()
applyTheme(storedTheme())

const queryClient = createQueryClient()
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createDashboardRouter(queryClient)} />
    </QueryClientProvider>
  </StrictMode>,
)
