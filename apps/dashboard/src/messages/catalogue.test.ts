import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { textsIn } from '../../scripts/find-texts.ts'
import { keysIn } from '../../scripts/message-keys.ts'

const SOURCES = fileURLToPath(new URL('..', import.meta.url))
const text = readFileSync(new URL('en.json', import.meta.url), 'utf8')
const messages: Readonly<Record<string, string>> = JSON.parse(text)
const keys = Object.keys(messages)
const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^api\/(schema|dimension-table)/.test(path))
  .map((path) => ({ path, source: readFileSync(`${SOURCES}${path}`, 'utf8') }))

/** Still to be converted; nothing is added here. */
const UNCONVERTED =
  /^(pages\/(journeys\/layout|overview\/(figures|over-time|overview-page))|shell\/pending-page|statistics\/(controls\/(compare-menu|condition-fields|days-form|filter-dialog|hints|ignored-parameters|range-menu|scope-options|time-zone-menu|values-field)|describe-state|dimensions|format|hints|key-label|periods|report-notes))\./

describe('the catalogue of messages', () => {
  it('holds every text that people read in the dashboard', () => {
    const converted = sources.filter(({ path }) => !UNCONVERTED.test(path))
    expect(converted.flatMap(({ path, source }) => textsIn(path, source))).toEqual([])
  })

  it('holds no message that no source file names', () => {
    const all = new Set(keys)
    const used = new Set(sources.flatMap(({ source }) => [...keysIn(source, all)]))
    expect(keys.filter((key) => !used.has(key))).toEqual([])
  })

  it('is sorted by key, and holds each key once', () => {
    expect([...text.matchAll(/^ {2}"([^"]+)": /gm)].map(([, key]) => key)).toEqual([...keys].sort())
  })

  it.each(keys)('holds %s as a message that can be parsed, with typographic quotes', (key) => {
    const message = messages[key] ?? ''
    expect(() => new IntlMessageFormat(message, 'en')).not.toThrow()
    expect(message).not.toMatch(/['"]/)
  })
})

describe('the search for texts', () => {
  it.each([
    ['a text in an element', '<p>Read more</p>'],
    ['a text of one word', '<p>Overview</p>'],
    ['a text in an attribute', '<Card title="Overview" />'],
    ['a choice between texts in an attribute', '<Card title={on ? "Stop" : "Start"} />'],
    ['a label in an object', '({ label: "Last 7 days" })'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
    ['a sentence with a placeholder', 'showToast(`Invited ${name} to this product.`)'],
    ['a sentence anywhere else', 'const note = "Nothing has been sent yet."'],
  ])('finds %s', (_, source) => {
    expect(textsIn('page.tsx', source)).toHaveLength(source.includes('?') ? 2 : 1)
  })

  it.each([
    ['code', '<code>SMTP_URL is set</code>'],
    ['class names', '<p className="grid gap-2" />'],
    ['keys of messages', 't("team.title")'],
    ['an example of an address', '<TextField placeholder="www.example.com" />'],
    ['an error for developers', 'throw new TypeError("The new token has no secret.")'],
  ])('leaves out %s', (_, source) => {
    expect(textsIn('page.tsx', source)).toEqual([])
  })
})

describe('the search for keys', () => {
  const all = new Set(['team.title', 'team.leave_hint', 'team.remove_hint', 'common.save'])
  it('finds keys in either kind of quotes, and all that a template can give', () => {
    expect([...keysIn(`t('team.title') <T id="common.save" />`, all)]).toEqual(['team.title', 'common.save'])
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
    expect([...keysIn('t(`team.${action ? `a` : `b`}_hint`)', all)]).toEqual([])
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
    expect([...keysIn('t(`team.${actionOn(member, { self })}_hint`)', all)]).toEqual([
      'team.leave_hint',
      'team.remove_hint',
    ])
  })
})
