/**
 * What the script and the module of the package share. It sets no cookie and stores nothing except the choice of `optOut`. Every visitor
 * loads it: expressions that repeat, rather than names for them, make it smaller when it is compressed.
 */
import type { Choice } from './notice.ts'
import type { EventOptions, InitOptions } from './options.ts'

declare const VERSION: string
/** With what TypeScript has no types of. */
declare const navigator: Navigator & { globalPrivacyControl?: boolean; userAgentData?: UserAgentData }

/** Attributes of the script, as `dataset` has them: one that is there is on. */
export type Settings = Readonly<Record<string, string | undefined>>

/** Sends an event when it is called. */
export interface Core {
  (name: string, options?: EventOptions): void
  /** Counts the page that is shown now. */
  page(): void
  /** Names the visitor of later events; without a name or with an empty one, nobody. */
  identify(visitor?: string): void
  /** Excludes this browser; `false` includes it again. */
  optOut(isOut?: boolean): void
  /** What pages called before the script had arrived. */
  q?: readonly [string, EventOptions?][]
  /**
   * For the additional script: sends an event as it is, the settings, the address that was counted at the start, and what the address
   * of the page asked for, which is done but not yet said.
   */
  extra: readonly [
    send: (name: string, more: object) => void,
    settings: Settings,
    url: string | undefined,
    choice: Choice | undefined,
  ]
}

interface Hints {
  brands: readonly string[]
  mobile: boolean
  platform: string
  platform_version?: string | undefined
}

/** What Chromium’s browsers say of themselves. */
interface UserAgentData {
  brands?: readonly { brand: string; version: string }[]
  mobile: boolean
  platform: string
  getHighEntropyValues?(hints: readonly string[]): Promise<{ platformVersion?: string }>
}

/** A click or a submission: not everything that pages click is an element. */
interface Touch {
  button: number
  target: Partial<Element>
}
interface Submission {
  target: Element
}

/** `?footfall=ignore` leaves the browser out that opens the address, `?footfall=count` counts it again. */
const CHOICE = /(^.|&)footfall=(ignore|count)(?=&|$)/

/** The attributes of an element whose names begin alike, by the rest of their names. */
export const prefixed = (element: Element, prefix: string): Record<string, string> => {
  const found: Record<string, string> = {}
  for (const attribute of element.attributes)
    if (attribute.name.startsWith(prefix)) found[attribute.name.replace(prefix, '')] = attribute.value
  return found
}

/** Starts counting. An event passes through the one of `transforms` that the settings name. */
export const start = (
  settings: Settings,
  endpoint: string | URL,
  shared: InitOptions['props'],
  transforms: Readonly<Record<string, unknown>>,
): Core => {
  /** The address that the latest pageview was sent for; empty before the first. */
  let current: string | undefined
  /** The title of its page, and the pageview while it waits for that title. */
  let title: string | undefined
  let waiting: object | undefined
  /** Set with the first pageview. */
  let timer: number | undefined
  let visitor = settings.visitor
  /** The path that was counted last. */
  let route: string | undefined
  let visibleSince = 0
  let engaged = 0
  let deepest = 0
  let deepestSent = 0
  /** Whether the page counts even if its address is the same or counting is manual. */
  let wanted: boolean | undefined
  let out: boolean | undefined

  const data = navigator.userAgentData
  const hints: Hints | undefined = data?.brands && {
    brands: data.brands.slice(0, 10).map((each) => `${each.brand} ${each.version}`.slice(0, 64)),
    mobile: data.mobile,
    platform: data.platform,
  }
  /** Windows 11 has the user agent of Windows 10. Until its version is known, the first pageview waits. */
  const version =
    hints?.platform === 'Windows'
      ? data
          ?.getHighEntropyValues?.(['platformVersion'])
          .then((values) => {
            hints.platform_version = values.platformVersion
          })
          .catch(() => {})
      : undefined

  /** With hash routing the fragment becomes part of the path, since the service drops fragments. */
  const pathNow = () => (location.pathname + ('hash' in settings ? location.hash : '')).replace(/\/?#!?\/?/, '/')

  /** What a person asks of this browser by `CHOICE` is not part of the page. */
  const address = (path = pathNow()) =>
    (location.origin + path + location.search.replace(CHOICE, '').replace(/^./, path.includes('?') ? '&' : '?')).slice(
      0,
      2048,
    )

  const send = (name: string, more: object) => {
    sendWaiting()
    try {
      if (out || localStorage.footfall_ignore === 'true') return
    } catch {}
    // No files; pages of this machine with `data-local` only.
    if (!('local' in settings ? /^http/ : /^http(?!.*([/.]localhost|\/127[\d.]+|\[::1?])(:|$))/).test(location.origin))
      return
    const event = {
      product: settings.product,
      name,
      url: current || address(),
      title: (title || document.title).slice(0, 2048),
      version: VERSION,
      visitor: visitor || undefined,
      // Do Not Track is in a header of the request.
      privacy_signal: navigator.globalPrivacyControl || undefined,
      hints,
      automated: navigator.webdriver || undefined,
      ...more,
    }
    const transform = transforms[settings.transform || ''] as InitOptions['transform']
    const sent = transform ? transform(event) : event
    if (!sent) return
    // Text needs no preflight. With `keepalive` the request outlives the page.
    fetch(endpoint, { method: 'POST', body: JSON.stringify(sent), keepalive: true, credentials: 'omit' }).catch(
      () => {},
    )
  }

  /** Sends a waiting pageview, so that later events do not overtake it. */
  const sendWaiting = () => {
    const view = waiting
    if (!view) return
    waiting = undefined
    clearTimeout(timer)
    title = document.title
    send('pageview', view)
  }

  const measureScroll = () => {
    deepest = Math.max(
      deepest,
      Math.min(100, ((scrollY + innerHeight) / document.documentElement.scrollHeight) * 100) | 0,
    )
  }

  /** Measures the visible time, and reports it and the scroll depth since the last report. */
  const reportEngagement = () => {
    sendWaiting()
    const now = performance.now()
    engaged += visibleSince && now - visibleSince
    visibleSince = document.hidden ? 0 : now
    if (current && !('noEngagement' in settings) && (engaged >= 100 || deepest > deepestSent)) {
      send('engagement', {
        props: shared,
        engaged_ms: Math.min(engaged, 864e5) | 0,
        scroll: deepest,
        watches_errors: 'errors' in settings || undefined,
      })
      engaged = 0
      deepestSent = deepest
    }
  }

  const view = () => {
    const next = pathNow()
    // A page that is prerendered or opened in the background counts once it is visible.
    if (document.hidden || (!wanted && ('manual' in settings || next === route))) return
    reportEngagement()
    const first = !timer
    route = next
    current = address()
    deepest = deepestSent = engaged = 0
    measureScroll()
    waiting = {
      props: shared,
      referrer: (first && document.referrer.slice(0, 2048)) || undefined,
      width: innerWidth,
    }
    // An application changes the address first and the title when the new page is there; with `data-identify` it says
    // who is there before the first page counts.
    timer = setTimeout(sendWaiting, first ? 2000 : 300)
    if (wanted) sendWaiting()
    else if (first && !('identify' in settings)) void (version?.then(sendWaiting) ?? sendWaiting())
    wanted = false
  }

  const track: Core = (name: string, { props, revenue, interactive }: EventOptions = {}) =>
    send(name, { props: { ...shared, ...props }, revenue, interactive })

  /** Sends the event that an element names by its attributes, and returns its name. */
  const named = (element: Element) => {
    const name = element.getAttribute('data-footfall-event')
    if (name) track(name, { props: prefixed(element, 'data-footfall-event-') })
    return name
  }

  const onClick = (event: Touch) => {
    if (event.button > 1) return
    // A form is named when it is submitted.
    const element = event.target.closest?.('[data-footfall-event],form')
    if (element && !element.matches('form') && named(element)) return
    const link = event.target.closest?.<HTMLAnchorElement>('a[href]')
    if (!link || !/^http/.test(link.href)) return
    const props = { url: (link.origin + link.pathname).slice(0, 2000) }
    if (
      link.hasAttribute('download') ||
      /\.(pdf|(xls|doc|ppt)x?|txt|rtf|csv|key|pps|exe|dmg|pkg|msi|apk|iso|7z|rar|gz|zip|avi|mov|mp([34]|eg)|w(mv|av|ma))$/i.test(
        link.pathname,
      )
    ) {
      if (!('noDownloads' in settings)) track('File Download', { props })
    } else if (link.host !== location.host && !('noOutbound' in settings)) track('Outbound Link', { props })
  }

  for (const method of ['pushState', 'replaceState'] as const) {
    const original = history[method]
    history[method] = (...args) => {
      original.apply(history, args)
      view()
    }
  }
  const listen = addEventListener as (name: string, handler: (event: never) => void, capture?: boolean) => void
  listen('popstate', view)
  listen('hashchange', view)
  listen('pageshow', (event: PageTransitionEvent) => {
    if (!event.persisted) return
    // Restored from the back/forward cache: a new view, without the time in between.
    route = current = ''
    view()
  })
  listen('pagehide', reportEngagement)
  listen(
    'visibilitychange',
    () => {
      reportEngagement()
      view()
    },
    true,
  )
  listen('scroll', measureScroll, true)
  listen('click', onClick, true)
  listen('auxclick', onClick, true)
  listen(
    'submit',
    (event: Submission) => {
      const form = event.target
      if (named(form) || 'noForms' in settings) return
      track('Form Submission', { props: { form: form.getAttribute('id') || form.getAttribute('name') } })
    },
    true,
  )

  track.page = () => {
    wanted = true
    view()
  }
  track.identify = (name) => {
    visitor = name
    sendWaiting()
  }
  track.optOut = (isOut = true) => {
    out = isOut
    try {
      localStorage.footfall_ignore = isOut
    } catch {}
  }

  const choice = CHOICE.exec(location.search)?.[2] as Choice | undefined
  if (choice) track.optOut(choice === 'ignore')
  view()
  if ('notFound' in settings) track('404', { interactive: false })
  track.extra = [send, settings, current, choice]
  return track
}
