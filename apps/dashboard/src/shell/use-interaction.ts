import { useEffect, useState } from 'react'

const EVENTS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/** Whether the person has done anything on this page yet. What is not needed for its first view can wait until then. */
export function useInteraction(): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (isSeen) return
    const seen = () => setSeen(true)
    for (const event of EVENTS) window.addEventListener(event, seen, { once: true, passive: true, capture: true })
    return () => {
      for (const event of EVENTS) window.removeEventListener(event, seen, { capture: true })
    }
  }, [isSeen])
  return isSeen
}
