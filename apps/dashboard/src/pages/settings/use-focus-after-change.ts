import { useEffect, useRef } from 'react'

type Find = () => HTMLElement | null | undefined

/** Moves the focus after rows were added or removed, since a removed row may have had it. */
export function useFocusAfterChange(count: number): (find: Find) => void {
  const next = useRef<Find>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the number of rows changes
  useEffect(() => {
    next.current?.()?.focus()
    next.current = undefined
  }, [count])
  return (find) => {
    next.current = find
  }
}
