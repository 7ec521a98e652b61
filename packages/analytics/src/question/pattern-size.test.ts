import { expect, it } from 'vitest'
import { patternSize } from './pattern-size.ts'

it.each([
  ['^/blog/[^/]+$', 0, 0],
  ['a{3}', 2, 0],
  ['a{,3}', 0, 0],
  ['a{2,}', 1, 0],
  ['[a-z{5}]{4}', 3, 0],
  ['[]{5}]{4}', 3, 0],
  ['[[:alpha:]]{7}', 6, 0],
  ['\\{3}', 0, 0],
  ['\\Qa{50}\\E', 0, 0],
  ['(?:ab){3}', 4, 0],
  ['((?:.{30}){30})', 899, 0],
  ['(a(?i)b){2}', 3, 0],
  ['(?P<page>\\pL){5}', 4, 5],
  ['(\\pL|\\p{N}|[\\pS\\PZ]){20}', 95, 80],
  ['(\\pL{3}', 2, 3],
  ['a)){2}', 1, 0],
])('counts the copies and Unicode classes of the pattern %s', (pattern, copies, unicodeClasses) => {
  expect(patternSize(pattern)).toEqual({ copies, unicodeClasses })
})

it('reads a pattern of 200 opened groups, and one of 200 repetitions', () => {
  expect(patternSize('('.repeat(200))).toEqual({ copies: 0, unicodeClasses: 0 })
  expect(patternSize(`a${'{50}'.repeat(50)}`).copies).toBeGreaterThan(1e80)
})
