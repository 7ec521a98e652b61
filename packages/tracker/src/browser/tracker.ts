/**
 * The script of the page. It sets no cookie and stores nothing; `localStorage.footfall_ignore = 'true'` disables it in a
 * browser. Every visitor loads it: a test limits its size.
 */
declare const VERSION: string

interface Options {
  props?: Record<string, string | number | boolean | null>
  revenue?: { amount: string | number; currency: string }
}
type Footfall = ((name: string, options?: Options) => void) & {
  q?: [string, Options?][]
  /** Names the visitor of the events from here on; nothing or empty text names nobody. */
  identify?: (visitor?: string) => void
  /** What the additional script needs. */
  extra?: { send: (name: string, more: object) => void; settings: DOMStringMap; url: string }
}

;(() => {
  const page = document
  const place = location
  const host: Window & { footfall?: Footfall } = window
  const script = page.currentScript as HTMLScriptElement
  const settings = script.dataset
  const endpoint = settings.api || `${new URL(script.src).origin}/api/event`
  const hashRouting = 'hash' in settings
  const downloads =
    /\.(pdf|xlsx?|docx?|pptx?|txt|rtf|csv|key|pps|exe|dmg|pkg|msi|apk|iso|7z|rar|gz|zip|avi|mov|mp4|mpeg|wmv|mp3|wav|wma)$/i

  /** The address that the latest pageview was sent for; empty before the first. */
  let current = ''
  /** The title of its page, and the pageview while it waits for that title. */
  let title = ''
  let waiting: (() => void) | undefined
  let timer = 0
  let visitor = settings.visitor
  let route: string | undefined
  let visibleSince = 0
  let engaged = 0
  let deepest = 0
  let deepestSent = 0

  const isVisible = () => page.visibilityState === 'visible'

  function isIgnored(): boolean {
    if (!/^http/.test(place.protocol)) return true
    if (!('local' in settings) && /^(localhost|127(\.\d+){3}|\[::1?\]|.+\.localhost)$/.test(place.hostname)) return true
    try {
      return localStorage.footfall_ignore === 'true'
    } catch {
      return false
    }
  }

  /** With hash routing the fragment becomes part of the path, since the service drops fragments. */
  function address(): string {
    const path =
      hashRouting && place.hash
        ? place.pathname.replace(/\/$/, '') + place.hash.replace(/^#!?\/?/, '/')
        : place.pathname
    const query = place.search
    return (place.origin + path + (query && path.includes('?') ? `&${query.slice(1)}` : query)).slice(0, 2048)
  }

  function send(name: string, more: object): void {
    sendWaiting()
    if (isIgnored()) return
    const body = JSON.stringify({
      product: settings.product,
      name,
      url: current || address(),
      title: (title || page.title).slice(0, 400),
      version: VERSION,
      visitor: visitor || undefined,
      ...more,
    })
    // Text needs no preflight. With `keepalive` the request outlives the page, where the browser supports it.
    if ('keepalive' in Request.prototype) {
      fetch(endpoint, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => {})
    } else navigator.sendBeacon(endpoint, body)
  }

  /** Nothing overtakes a pageview that waits. */
  function sendWaiting(): void {
    const view = waiting
    if (!view) return
    waiting = undefined
    clearTimeout(timer)
    title = page.title
    view()
  }

  function measureScroll(): void {
    const height = page.documentElement.scrollHeight
    deepest = Math.max(deepest, Math.min(100, Math.round(((scrollY + innerHeight) / height) * 100) || 0))
  }

  function measureTime(): void {
    const now = performance.now()
    if (visibleSince) engaged += now - visibleSince
    visibleSince = isVisible() ? now : 0
  }

  /** Reports the visible time and the scroll depth since the last report. */
  function reportEngagement(): void {
    sendWaiting()
    if (!current || 'noEngagement' in settings) return
    measureTime()
    if (engaged < 100 && deepest <= deepestSent) return
    send('engagement', {
      engaged_ms: Math.min(Math.round(engaged), 864e5),
      scroll: deepest,
      watches_errors: 'errors' in settings || undefined,
    })
    engaged = 0
    deepestSent = deepest
  }

  function view(): void {
    // A page that is prerendered or opened in the background counts once it is visible.
    if (!isVisible()) return
    const next = place.pathname + (hashRouting ? place.hash : '')
    if (next === route) return
    reportEngagement()
    const first = route === undefined
    route = next
    current = address()
    deepest = deepestSent = engaged = 0
    measureTime()
    engaged = 0
    measureScroll()
    waiting = () =>
      send('pageview', { referrer: (first && page.referrer.slice(0, 2048)) || undefined, width: innerWidth })
    // An application changes the address first and the title when the new page is there; with `data-identify` it says
    // who is there before the first page counts.
    if (first && !('identify' in settings)) sendWaiting()
    else timer = setTimeout(sendWaiting, first ? 2000 : 300)
  }

  function onClick(event: MouseEvent): void {
    const target = event.target as Element
    const link = target.closest?.<HTMLAnchorElement>('a[href]')
    if (!link || (event.type === 'auxclick' && event.button !== 1) || !/^http/.test(link.protocol)) return
    const props = { url: (link.origin + link.pathname).slice(0, 2000) }
    if (link.hasAttribute('download') || downloads.test(link.pathname)) {
      if (!('noDownloads' in settings)) send('File Download', { props })
    } else if (link.host !== place.host && !('noOutbound' in settings)) send('Outbound Link', { props })
  }

  const listen = (target: EventTarget, name: string, handler: (event: never) => void) =>
    target.addEventListener(name, handler as EventListener, { capture: true, passive: true })

  for (const method of ['pushState', 'replaceState'] as const) {
    const original = history[method]
    history[method] = function (this: History, ...args) {
      original.apply(this, args)
      view()
    }
  }
  listen(window, 'popstate', view)
  listen(window, 'hashchange', view)
  listen(window, 'pageshow', (event: PageTransitionEvent) => {
    if (!event.persisted) return
    // Restored from the back/forward cache: a new view, without the time in between.
    route = current = ''
    visibleSince = 0
    view()
  })
  listen(window, 'pagehide', reportEngagement)
  listen(page, 'visibilitychange', () => {
    if (!isVisible()) return reportEngagement()
    measureTime()
    view()
  })
  listen(page, 'scroll', measureScroll)
  listen(page, 'click', onClick)
  listen(page, 'auxclick', onClick)
  if (!('noForms' in settings)) {
    listen(page, 'submit', (event: SubmitEvent) => {
      const form = event.target as Element
      send('Form Submission', { props: { form: form.getAttribute('id') || form.getAttribute('name') } })
    })
  }

  const early = host.footfall?.q || []
  const footfall: Footfall = (name, options = {}) => send(name, { props: options.props, revenue: options.revenue })
  footfall.identify = (name) => {
    visitor = name
    sendWaiting()
  }
  host.footfall = footfall
  view()
  for (const call of early) footfall(...call)
  if ('vitals' in settings || 'errors' in settings) {
    footfall.extra = { send, settings, url: current }
    const more = page.createElement('script')
    more.src = new URL('footfall-extra.js', script.src).href
    more.nonce = script.nonce
    page.head.append(more)
  }
})()
