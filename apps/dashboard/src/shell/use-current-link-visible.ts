import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** Visible part of the previous link, in pixels. */
const EDGE = 48

/** Scrolls a navigation that is wider than the screen, so that the current link is visible. */
export function useCurrentLinkVisible(): RefObject<HTMLElement | null> {
  const nav = useRef<HTMLElement>(null)
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link changes with the path
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current="page"]')
    // Not `scrollIntoView`: it would move the start of Tab order past the skip link.
    if (nav.current && current) nav.current.scrollLeft = current.offsetLeft - nav.current.offsetLeft - EDGE
  }, [path])
  return nav
}
