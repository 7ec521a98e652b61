/** What the script and the module of the package share. It sets no cookie and stores nothing except the choice of `optOut`. */
import type { Choice } from './notice.ts'
import type { EventOptions, InitOptions } from './options.ts'

declare const VERSION: string

/** Attributes of the script, as `dataset` has them: one that is there is on. */
export type Settings = Readonly<Record<string, string | undefined>>

export interface Core {
  /** Sends an event. */
  track(name: string, options?: EventOptions): void
  /** Counts the page that is shown now. */
  page(): void
  /** Names the visitor of later events; without a name or with an empty one, nobody. */
  identify(visitor?: string): void
  /** Excludes this browser; `false` includes it again. */
  optOut(isOut?: boolean): void
  send(name: string, more: object): void
  /** The address of the page that was counted last. */
  url(): string
  /** Asked by the address of the page, and done; not yet said. */
  choice: Choice | undefined
}

/** What Chromium’s browsers say of themselves; TypeScript has no types of it. */
interface UserAgentData {
  brands?: readonly { brand: string; version: string }[]
  mobile: boolean
  platform: string
  getHighEntropyValues?(hints: readonly string[]): Promise<{ platformVersion?: string }>
}

const PREFIX = 'data-footfall-event'
/** `?footfall=ignore` leaves the browser out that opens the address, `?footfall=count` counts it again. */
const CHOICE = /(?:^\?|&)footfall=(ignore|count)(?![^&])/
const DOWNLOADS =
  /\.(pdf|(xls|doc|ppt)x?|txt|rtf|csv|key|pps|exe|dmg|pkg|msi|apk|iso|7z|rar|gz|zip|avi|mov|mp([34]|eg)|w(mv|av|ma))$/i

/** The attributes of an element whose names begin alike, by the rest of their names. */
export function prefixed(element: Element, prefix: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { name, value } of element.attributes)
    if (name.startsWith(prefix)) found[name.slice(prefix.length)] = value
  return found
}

export function start(
  settings: Settings,
  endpoint: string,
  shared?: InitOptions['props'],
  transform?: InitOptions['transform'],
): Core {
  const page = document
  const place = location
  const hashRouting = 'hash' in settings

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
  /** Whether the page counts even if its address is the same or counting is manual. */
  let wanted = false
  let out = false

  const isVisible = () => !page.hidden

  function isIgnored(): boolean {
    if (!/^http/.test(place.protocol)) return true
    if (!('local' in settings) && /(^|\.)localhost$|^127\.[\d.]+$|^\[::1?\]$/.test(place.hostname)) return true
    try {
      return out || localStorage.footfall_ignore === 'true'
    } catch {
      return out
    }
  }

  const agent = navigator as Navigator & { globalPrivacyControl?: boolean; userAgentData?: UserAgentData }
  const data = agent.userAgentData
  const hints = data?.brands && {
    brands: data.brands.slice(0, 10).map(({ brand, version }) => `${brand} ${version}`.slice(0, 64)),
    mobile: data.mobile,
    platform: data.platform,
    platform_version: undefined as string | undefined,
  }
  /** Windows 11 has the user agent of Windows 10. Until its version is known, the first pageview waits. */
  let afterVersion = (then: () => void) => then()
  if (data?.getHighEntropyValues && hints?.platform === 'Windows') {
    const asked = data.getHighEntropyValues(['platformVersion']).then(
      ({ platformVersion }) => {
        hints.platform_version = platformVersion
      },
      () => {},
    )
    afterVersion = (then) => void asked.then(then)
  }

  /** With hash routing the fragment becomes part of the path, since the service drops fragments. */
  function address(): string {
    const path =
      hashRouting && place.hash
        ? place.pathname.replace(/\/$/, '') + place.hash.replace(/^#!?\/?/, '/')
        : place.pathname
    // What a person asks of this browser is not part of the page.
    const query = place.search.replace(CHOICE, '').replace(/^&/, '?')
    return (place.origin + path + (query && path.includes('?') ? `&${query.slice(1)}` : query)).slice(0, 2048)
  }

  function send(name: string, more: object): void {
    sendWaiting()
    if (isIgnored()) return
    const event = {
      product: settings.product,
      name,
      url: current || address(),
      title: (title || page.title).slice(0, 400),
      version: VERSION,
      visitor: visitor || undefined,
      // Do Not Track is in a header of the request.
      privacy_signal: agent.globalPrivacyControl || undefined,
      hints,
      automated: agent.webdriver || undefined,
      ...more,
    }
    const sent = transform ? transform(event) : event
    if (!sent) return
    // Text needs no preflight. With `keepalive` the request outlives the page.
    const body = JSON.stringify(sent)
    fetch(endpoint, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => {})
  }

  /** Sends a waiting pageview, so that later events do not overtake it. */
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
    deepest = Math.max(deepest, Math.min(100, ((scrollY + innerHeight) / height) * 100) | 0)
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
      props: shared,
      engaged_ms: Math.min(engaged, 864e5) | 0,
      scroll: deepest,
      watches_errors: 'errors' in settings || undefined,
    })
    engaged = 0
    deepestSent = deepest
  }

  function view(): void {
    // A page that is prerendered or opened in the background counts once it is visible.
    if (!isVisible() || ('manual' in settings && !wanted)) return
    const next = place.pathname + (hashRouting ? place.hash : '')
    if (next === route && !wanted) return
    reportEngagement()
    const first = route === undefined
    route = next
    current = address()
    deepest = deepestSent = engaged = 0
    measureTime()
    engaged = 0
    measureScroll()
    waiting = () =>
      send('pageview', {
        props: shared,
        referrer: (first && page.referrer.slice(0, 2048)) || undefined,
        width: innerWidth,
      })
    // An application changes the address first and the title when the new page is there; with `data-identify` it says
    // who is there before the first page counts.
    timer = setTimeout(sendWaiting, first ? 2000 : 300)
    if (wanted) sendWaiting()
    else if (first && !('identify' in settings)) afterVersion(sendWaiting)
    wanted = false
  }

  function track(name: string, { props, revenue, interactive }: EventOptions = {}): void {
    send(name, { props: { ...shared, ...props }, revenue, interactive })
  }

  /** Sends the event that an element names by its attributes; whether it does. */
  function named(element: Element | null): boolean {
    const name = element?.getAttribute(PREFIX)
    if (element && name) track(name, { props: prefixed(element, `${PREFIX}-`) })
    return !!name
  }

  function onClick(event: MouseEvent): void {
    const target = event.target as Element
    if (event.button > 1 || !target.closest) return
    // A form is named when it is submitted.
    const element = target.closest(`[${PREFIX}],form`)
    if (!element?.matches('form') && named(element)) return
    const link = target.closest<HTMLAnchorElement>('a[href]')
    if (!link || !/^http/.test(link.protocol)) return
    const props = { url: (link.origin + link.pathname).slice(0, 2000) }
    if (link.hasAttribute('download') || DOWNLOADS.test(link.pathname)) {
      if (!('noDownloads' in settings)) track('File Download', { props })
    } else if (link.host !== place.host && !('noOutbound' in settings)) track('Outbound Link', { props })
  }

  const listen = (target: EventTarget, name: string, handler: (event: never) => void) =>
    target.addEventListener(name, handler as EventListener, true)

  for (const method of ['pushState', 'replaceState'] as const) {
    const original = history[method]
    history[method] = function (this: History, ...args) {
      original.apply(this, args)
      view()
    }
  }
  for (const name of ['popstate', 'hashchange']) listen(window, name, view)
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
  for (const name of ['click', 'auxclick']) listen(page, name, onClick)
  listen(page, 'submit', (event: SubmitEvent) => {
    const form = event.target as Element
    if (named(form) || 'noForms' in settings) return
    track('Form Submission', { props: { form: form.getAttribute('id') || form.getAttribute('name') } })
  })

  function optOut(isOut = true): void {
    out = isOut
    try {
      localStorage.footfall_ignore = isOut
    } catch {}
  }

  const choice = CHOICE.exec(place.search)?.[1] as Choice | undefined
  if (choice) optOut(choice === 'ignore')
  view()
  if ('notFound' in settings) track('404', { interactive: false })
  return {
    track,
    page() {
      wanted = true
      view()
    },
    identify(name) {
      visitor = name
      sendWaiting()
    },
    optOut,
    choice,
    send,
    url: () => current,
  }
}
