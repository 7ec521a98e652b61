import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { textsIn } from '../../scripts/find-texts.ts'
import { keysIn, openTemplatesIn } from '../../scripts/message-keys.ts'
import activities from './activity.en.json'

const SOURCES = fileURLToPath(new URL('..', import.meta.url))
const text = readFileSync(new URL('en.json', import.meta.url), 'utf8')
/** The messages that are written by hand, and those that are made from the operations. */
const messages: Readonly<Record<string, string>> = { ...JSON.parse(text), ...activities }
const keys = Object.keys(messages)
/** Made from the service's own tables, or tables by values of the data, such as names of channels and sources. */
const TABLES = /^(api\/(schema|alert-kinds|dimension-table|import-sources)|statistics\/(drawings|marks)\.ts$)/
const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !TABLES.test(path))
  .map((path) => ({ path, source: readFileSync(`${SOURCES}${path}`, 'utf8') }))

describe('the catalog of messages', () => {
  it('the catalog has every text that people read in the dashboard', () => {
    expect(sources.flatMap(({ path, source }) => textsIn(path, source))).toEqual([])
  })

  it('the catalog has no message that no source file names', () => {
    const all = new Set(keys)
    const used = new Set(sources.flatMap(({ source }) => [...keysIn(source, all)]))
    expect(keys.filter((key) => !used.has(key))).toEqual([])
  })

  it('the last part of every template for a key begins with a fixed word', () => {
    expect(sources.flatMap(({ source }) => openTemplatesIn(source))).toEqual([])
  })

  it('the catalog of messages is sorted by key and has each key once', () => {
    expect([...text.matchAll(/^ {2}"([^"]+)": /gm)].map(([, key]) => key)).toEqual(Object.keys(JSON.parse(text)).sort())
    expect(keys.filter((key) => key in JSON.parse(text) && key in activities)).toEqual([])
  })

  it.each(keys)('the catalog has %s as a message that can be parsed, with typographic quotes', (key) => {
    const message = messages[key] ?? ''
    expect(() => new IntlMessageFormat(message, 'en')).not.toThrow()
    expect(message).not.toMatch(/['"]/)
  })
})

describe('texts in source files', () => {
  it.each([
    ['a text in an element', '<p>Read more</p>'],
    ['a text of one word', '<p>Overview</p>'],
    ['a text in an attribute', '<Card title="Overview" />'],
    ['a choice between texts in an attribute', '<Card title={on ? "Stop" : "Start"} />'],
    ['a label in an object', '({ label: "Last 7 days" })'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
    ['a sentence with a placeholder', 'showToast(`Invited ${name} to this product.`)'],
    ['a sentence anywhere else', 'const note = "Nothing has been sent yet."'],
  ])('finds %s in the search for texts', (_, source) => {
    expect(textsIn('page.tsx', source)).toHaveLength(source.includes('?') ? 2 : 1)
  })

  it.each([
    ['code', '<code>SMTP_URL is set</code>'],
    ['class names', '<p className="grid gap-2" />'],
    ['keys of messages', 't("team.title")'],
    ['an example of an address', '<TextField placeholder="www.example.com" />'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
    ['a path of a drawing', 'const path = `M${start} ${y1}C${middle} ${y1} ${to.x} ${y2}`'],
    ['an error for developers', 'throw new TypeError("The new token has no secret.")'],
  ])('ignores %s in the search for texts', (_, source) => {
    expect(textsIn('page.tsx', source)).toEqual([])
  })
})

describe('keys in source files', () => {
  const all = new Set(['team.title', 'team.action_leave_hint', 'team.action_remove_hint', 'common.save'])

  it('finds keys of messages in either kind of quotes, and all that a template can produce', () => {
    expect([...keysIn(`t('team.title') <T id="common.save" />`, all)]).toEqual(['team.title', 'common.save'])
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
    expect([...keysIn('t(`team.action_${action ? `a` : `b`}_hint`)', all)]).toEqual([])
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
    expect([...keysIn('t(`team.action_${actionOn(member, { self })}_hint`)', all)]).toEqual([
      'team.action_leave_hint',
      'team.action_remove_hint',
    ])
  })

  it('finds no key for a template whose last part begins with a placeholder', () => {
    for (const last of [OPEN, `${OPEN}_hint`]) {
      expect([...keysIn(`t(\`team.${last}\`)`, all)]).toEqual([])
      expect(openTemplatesIn(`t(\`team.${last}\`) <T id={\`team.${last}\`} />`)).toEqual([
        `team.${last}`,
        `team.${last}`,
      ])
    }
    expect(openTemplatesIn(`t(\`team.action_${OPEN}\`) form.error(\`steps.${OPEN}\`)`)).toEqual([])
  })
})

/** A placeholder, as in source text. */
const OPEN = '$'.concat('{actionOn(member, { self })}')
