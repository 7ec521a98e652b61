import { useEffect, useRef } from 'react'

type Find = () => HTMLElement | null | undefined

/** Leads the focus once rows have come or gone: what had it may have gone with them. */
export function useFocusAfter(count: number): (find: Find) => void {
  const next = useRef<Find>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows rows that come and go
  useEffect(() => {
    next.current?.()?.focus()
    next.current = undefined
  }, [count])
  return (find) => {
    next.current = find
  }
}
