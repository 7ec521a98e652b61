import { useEffect, useState } from 'react'

/** Counts changes of the colors, for components that paint on a canvas. */
export function useColorChanges(): number {
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    const changed = () => setChanges((count) => count + 1)
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    const observer = new MutationObserver(changed)
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    scheme.addEventListener('change', changed)
    return () => {
      observer.disconnect()
      scheme.removeEventListener('change', changed)
    }
  }, [])
  return changes
}
