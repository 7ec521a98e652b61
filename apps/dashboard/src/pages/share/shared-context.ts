import { createContext, useContext } from 'react'
import type { OpenedLink } from './open-link.ts'

export interface SharedView extends Pick<OpenedLink, 'product' | 'sections'> {
  readonly embedded: boolean
}

export const SharedContext = createContext<SharedView | undefined>(undefined)

/** The shared link that shows the page; undefined in the dashboard of an account. */
export function useSharedView(): SharedView | undefined {
  return useContext(SharedContext)
}
