import { expect, it } from 'vitest'
import type { Entry } from './entries.ts'
import { searchEntries } from './search-entries.ts'

const entry = (label: string, group: string): Entry => ({ id: `${group} ${label}`, label, group, run: () => {} })
const ENTRIES = [
  entry('Search', 'Shop'),
  entry('Café Zürich', 'Product'),
  entry('Research notes', 'Product'),
  entry('Crawlers', 'Settings'),
  entry('Crawlers', 'Shop'),
]
const found = (typed: string) => searchEntries(ENTRIES, typed).map(({ id }) => id)

it('lists every entry in its order while nothing is typed', () => {
  expect(found('  ')).toEqual(ENTRIES.map(({ id }) => id))
})

it('the palette puts a label that begins with the text before one that only contains it', () => {
  expect(found('sea')).toEqual(['Shop Search', 'Product Research notes'])
})

it('finds a label without its accents and in any case', () => {
  expect(found('CAFE zur')).toEqual(['Product Café Zürich'])
})

it('finds an entry by its label and its group together', () => {
  expect(found('crawl set')).toEqual(['Settings Crawlers'])
})

it('finds a page by a word that people use for it, after the pages whose name has it', () => {
  const tokens: Entry = { ...entry('API / MCP', 'Account'), words: 'tokens agents' }
  const entries = [tokens, entry('Token shop', 'Product')]
  expect(searchEntries(entries, 'tok').map(({ label }) => label)).toEqual(['Token shop', 'API / MCP'])
})

it('finds no entry if it lacks one of the words', () => {
  expect(found('search nowhere')).toEqual([])
})
