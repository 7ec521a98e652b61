import { createContext, useContext } from 'react'

/** What a shared link shows. */
export interface SharedView {
  readonly product: { readonly id: string; readonly name: string; readonly timezone: string }
  readonly sections: readonly ('overview' | 'goals' | 'funnels' | 'realtime' | 'search' | 'crawlers')[]
  readonly embedded: boolean
}

export const SharedContext = createContext<SharedView | undefined>(undefined)

/** The shared link that shows the page; undefined in the dashboard of an account. */
export function useSharedView(): SharedView | undefined {
  return useContext(SharedContext)
}
