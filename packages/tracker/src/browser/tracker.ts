/**
 * The script of the page. It sets no cookie and stores nothing; `localStorage.footfall_ignore = 'true'` disables it in a
 * browser. Every visitor loads it: a test limits its size.
 */
import { type Core, prefixed, start } from './core.ts'

declare const window: { footfall?: Pick<Core, 'q'> } & Record<string, unknown>

const script = document.currentScript as HTMLScriptElement
const settings = script.dataset
const early = window.footfall
const core = start(settings, settings.api || new URL('/api/event', script.src), prefixed(script, 'data-props-'), window)
window.footfall = core
for (const call of early?.q || []) core(...call)
if ('errors' in settings || 'vitals' in settings || core.extra[3]) {
  const more = document.createElement('script')
  more.src = `${new URL('footfall-extra.js', script.src)}`
  more.nonce = script.nonce
  script.after(more)
}
