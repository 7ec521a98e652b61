import type { AskedFilter } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { understand } from './vocabulary.ts'

const source = (operator: 'is' | 'is_not' | 'contains', ...values: string[]): AskedFilter => ({
  dimension: 'source',
  operator,
  values,
})

it.each([
  ['a host that a list names now', 'is', 'flickr.com', ['flickr.com', 'Flickr']],
  ['a tag', 'is', 'fb', ['fb', 'Facebook']],
  ['a former name', 'is_not', 'Twitter', ['Twitter', 'X']],
  ['a name in another case', 'is', 'google', ['google', 'Google']],
  ['a name', 'is', 'Google', ['Google']],
  ['a host that no list has', 'is', 'blog.example.org', ['blog.example.org']],
  ['no source', 'is', '', ['']],
  ['a text to search', 'contains', 'fb', ['fb']],
  ['a text that is no source', 'is', '__proto__', ['__proto__']],
] as const)('%s is understood as a source', (_, operator, value, values) => {
  expect(understand([source(operator, value)], []).filters).toEqual([source(operator, ...values)])
})
