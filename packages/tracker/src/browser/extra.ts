import type { Core } from './core.ts'
import { showNotice } from './notice.ts'

/**
 * The additional script of a page that asks for web vitals or script errors, or that was opened to be counted no longer. The script of the page loads it, and sends
 * what it finds. Values are defined as the library `web-vitals` defines them. A test limits its size.
 */
interface Vitals {
  lcp?: number
  inp?: number | undefined
  cls?: number
  ttfb?: number
  fcp?: number
}
interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
}
interface EventTiming extends PerformanceEntry {
  interactionId?: number
}
interface Happened {
  message: string
  source: string
  line: number | undefined
  column: number | undefined
  stack: string | undefined
  count: number
}

;(() => {
  const { extra } = (window as unknown as { footfall: Partial<Core> }).footfall
  // Another release of the script, from a cache, keeps them otherwise.
  if (!Array.isArray(extra)) return
  const [send, settings, url, choice] = extra as Core['extra']
  const page = document
  const timing = performance as Performance & { interactionCount?: number }
  const onLeave: (() => void)[] = []

  /** Each kind of entry by itself: a browser that does not know one ignores it or throws. */
  function observe(type: string, each: (entry: never) => void): void {
    try {
      const handle = (entries: PerformanceEntryList) => entries.forEach(each as (entry: PerformanceEntry) => void)
      const observer = new PerformanceObserver((list) => handle(list.getEntries()))
      observer.observe({ type, buffered: true, durationThreshold: 40 } as PerformanceObserverInit)
      onLeave.unshift(() => handle(observer.takeRecords()))
    } catch {}
  }

  function measure(): void {
    const vitals: Vitals = {}
    let isReported = false
    const title = page.title
    const [navigation] = timing.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
      activationStart?: number
    })[]
    const start = navigation?.activationStart || 0
    const since = (time: number) => Math.max(0, time - start)
    let hidden = page.visibilityState === 'hidden' ? 0 : Infinity
    for (const { name, startTime } of timing.getEntriesByType('visibility-state')) {
      if (name === 'hidden' && startTime >= start) hidden = Math.min(hidden, startTime)
    }
    if (navigation && navigation.responseStart > 0) vitals.ttfb = since(navigation.responseStart)
    // What was painted after the page was hidden says nothing about speed.
    observe('paint', ({ name, startTime }: PerformanceEntry) => {
      if (name === 'first-contentful-paint' && startTime < hidden) vitals.fcp = since(startTime)
    })
    observe('largest-contentful-paint', ({ startTime }: PerformanceEntry) => {
      if (startTime < hidden) vitals.lcp = since(startTime)
    })
    // The largest burst of shifts that are less than a second apart, within five seconds.
    let burst = 0
    let first = 0
    let last = 0
    if (PerformanceObserver.supportedEntryTypes?.includes('layout-shift')) vitals.cls = 0
    observe('layout-shift', ({ startTime, value, hadRecentInput }: LayoutShift) => {
      if (hadRecentInput) return
      if (burst && startTime - last < 1000 && startTime - first < 5000) burst += value
      else {
        burst = value
        first = startTime
      }
      last = startTime
      vitals.cls = Math.max(vitals.cls || 0, burst)
    })
    // The longest interaction; of every fifty, one longer is left out.
    const durations = new Map<number, number>()
    const interaction = ({ interactionId: id, duration }: EventTiming) => {
      if (id) durations.set(id, Math.max(duration, durations.get(id) || 0))
    }
    observe('event', interaction)
    observe('first-input', interaction)
    onLeave.push(() => {
      // Once: the page is measured until it is first hidden.
      if (isReported) return
      isReported = true
      const longest = [...durations.values()].sort((a, b) => b - a)
      if (longest.length) {
        const count = timing.interactionCount || longest.length
        vitals.inp = longest[Math.min(longest.length - 1, Math.floor(count / 50))]
      }
      send('web_vitals', { vitals, title, ...(url && { url }) })
    })
  }

  function watch(): void {
    const found = new Map<string, Happened>()
    let timer = 0
    const flush = () => {
      clearTimeout(timer)
      timer = 0
      for (const error of found.values()) {
        if (!error.count) continue
        send('script_error', { error: { ...error } })
        error.count = 0
      }
    }
    const add = (message: unknown, source = '', line?: number, column?: number, thrown?: unknown) => {
      // Extensions of the browser are not the site's.
      if (!message || /^\w+-extension:/.test(source)) return
      const text = String(message).slice(0, 1000)
      const key = text + source + line
      if (!found.has(key) && found.size > 9) return
      const stack = thrown instanceof Error ? String(thrown.stack).slice(0, 2048) : undefined
      const error = found.get(key) || { message: text, source: source.slice(0, 1000), line, column, stack, count: 0 }
      found.set(key, error)
      if (error.count < 1000) error.count++
      timer = timer || setTimeout(flush, 1000)
    }
    addEventListener('error', ({ message, filename, lineno, colno, error }: ErrorEvent) =>
      add(message, filename, lineno, colno, error),
    )
    addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) =>
      add(reason instanceof Error ? `${reason.name}: ${reason.message}` : reason, '', undefined, undefined, reason),
    )
    onLeave.push(flush)
  }

  if (choice) showNotice(choice)
  if ('vitals' in settings) measure()
  if ('errors' in settings) watch()
  const leave = () => {
    for (const report of onLeave) report()
  }
  addEventListener('visibilitychange', () => page.visibilityState === 'hidden' && leave(), true)
  addEventListener('pagehide', leave, true)
})()
