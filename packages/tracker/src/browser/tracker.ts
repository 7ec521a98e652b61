/**
 * The script of the page. It sets no cookie and stores nothing; `localStorage.footfall_ignore = 'true'` disables it in a
 * browser. Every visitor loads it: a test limits its size.
 */
import { type Core, prefixed, start } from './core.ts'
import type { EventOptions, InitOptions } from './options.ts'

type Footfall = Core['track'] &
  Partial<Pick<Core, 'page' | 'identify' | 'optOut'>> & {
    q?: [string, EventOptions?][]
    /** What the additional script needs. */
    extra?: { send: Core['send']; settings: DOMStringMap; url: string; choice: Core['choice'] }
  }

const host = window as unknown as { footfall?: Footfall } & Record<string, unknown>
const script = document.currentScript as HTMLScriptElement
const settings = script.dataset

const early = host.footfall?.q || []
const core = start(
  settings,
  settings.api || `${new URL(script.src).origin}/api/event`,
  prefixed(script, 'data-props-'),
  (event) => {
    const transform = host[settings.transform || ''] as InitOptions['transform']
    return transform ? transform(event) : event
  },
)
const footfall: Footfall = Object.assign(core.track, core)
host.footfall = footfall
for (const call of early) footfall(...call)
if ('vitals' in settings || 'errors' in settings || core.choice) {
  footfall.extra = { send: core.send, settings, url: core.url(), choice: core.choice }
  const more = document.createElement('script')
  more.src = new URL('footfall-extra.js', script.src).href
  more.nonce = script.nonce
  document.head.append(more)
}
