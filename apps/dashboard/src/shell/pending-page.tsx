import type { ReactNode } from 'react'
import { Loading } from '../ui/spinner.tsx'

export function PendingPage(): ReactNode {
  return <Loading lines={6} what="the page" />
}
