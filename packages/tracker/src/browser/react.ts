import { useEffect, useRef } from 'react'
import { identify, init } from './module.ts'
import type { InitOptions } from './options.ts'

/**
 * Counts the pages of an application, once for each route, and renders nothing. It starts when the application is first shown; of the
 * props, only `visitor` may change later.
 */
export function Footfall(props: InitOptions): null {
  const { visitor } = props
  const first = useRef(props)
  // After the effects of the application, so that a redirect at the start counts only where it leads.
  useEffect(() => {
    const timer = setTimeout(init, 0, first.current)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (visitor === undefined) return
    identify(visitor)
    return () => identify()
  }, [visitor])
  return null
}
