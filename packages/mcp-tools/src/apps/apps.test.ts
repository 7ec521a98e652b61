import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { OPERATIONS } from '@footfall/operations'
import { describe, expect, it } from 'vitest'
import { BUILT_PAGES, builtPagesText } from '../../app-pages.ts'
import { TOOLS } from '../footfall/tools.ts'
import { appOf } from './app-of.ts'
import { APP_META, APP_PAGES } from './pages.ts'

const KIB = 1024

describe('the pages of MCP Apps', () => {
  it('the built pages are what `pnpm generate` builds from their sources', () => {
    // Not `toBe`: the difference of two pages is unreadable.
    expect(readFileSync(BUILT_PAGES, 'utf8') === builtPagesText()).toBe(true)
  })

  it('the pages pass the type checker with the browser’s types', async () => {
    const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))
    const project = fileURLToPath(new URL('./browser/tsconfig.json', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, '--noEmit', '-p', project])
    expect(stdout).toBe('')
  })

  it.each(APP_PAGES)('$uri has at most 40 KiB and refers to nothing outside of itself', ({ html }) => {
    const page = html()
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(40 * KIB)
    // The one address is the name of SVG, which no one requests.
    const addresses = page.match(/\b(?:(?:https?|wss?):\/\/|(?:data|blob):\w+\/)[^\s"'`]*/g) ?? []
    expect(addresses.filter((address) => address !== 'http://www.w3.org/2000/svg')).toEqual([])
    expect(page).not.toMatch(/<(?:link|img|iframe|object|embed|base|form)\b|\bsrc=|@import|url\(/)
  })

  it.each(APP_PAGES)('$uri never reads text as HTML or as a script', ({ html }) => {
    expect(html()).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|setHTML|parseFromString|createContextualFragment|\beval\(|new Function|localStorage|sessionStorage|fetch\(|XMLHttpRequest|sendBeacon/,
    )
  })

  it.each(APP_PAGES)('$uri allows only its own script and style sheet', ({ html }) => {
    expect(html()).toMatch(
      /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'">/,
    )
  })

  it('the pages ask hosts for no domain and no permission', () => {
    expect(APP_META.ui).toMatchObject({ csp: {}, permissions: {} })
  })

  it('every write, and every read that a page draws, names its page', () => {
    const pages = new Map(OPERATIONS.map((operation) => [operation.name, appOf(operation)?.ui.resourceUri]))
    expect(pages.get('service_analytics_query')).toBe('ui://footfall/chart')
    expect(pages.get('service_funnels_list')).toBe('ui://footfall/funnel')
    for (const { kind, name } of OPERATIONS) {
      if (kind === 'write') expect([name, pages.get(name)]).toEqual([name, 'ui://footfall/preview'])
    }
    expect([...pages.values()].filter((uri) => uri === undefined).length).toBeGreaterThan(10)
  })

  it('the metadata of a tool names its page under the current key and that of older hosts', () => {
    for (const { operation, listed } of TOOLS) {
      const uri = appOf(operation)?.ui.resourceUri
      expect(listed._meta).toEqual(uri === undefined ? undefined : { ui: { resourceUri: uri }, 'ui/resourceUri': uri })
    }
  })
})
