import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileGlob, compileGlobs } from './glob.ts'

describe('a glob pattern', () => {
  it.each([
    ['/blog/*', '/blog/a/b', true],
    ['/blog/*', '/blog', false],
    ['*/edit', '/a/edit', true],
    ['/a*a', '/a', false],
    ['/a*a', '/aa', true],
    ['*', '', true],
    ['a*b*c', 'aXbYc', true],
    ['a*b*b', 'ab', false],
    ['/a.c', '/abc', false],
    ['/(x|y)', '/x', false],
  ])('the pattern %s matches %s: %s', (pattern, text, expected) => {
    expect(compileGlob(pattern)(text)).toBe(expected)
  })

  it('a glob pattern agrees with a direct definition', () => {
    const letters = fc.array(fc.constantFrom('a', 'b', '*'), { maxLength: 8 }).map((all) => all.join(''))
    const texts = fc.array(fc.constantFrom('a', 'b'), { maxLength: 10 }).map((all) => all.join(''))
    const naive = (pattern: string, text: string): boolean => {
      if (pattern === '') return text === ''
      if (pattern[0] === '*') return naive(pattern.slice(1), text) || (text !== '' && naive(pattern, text.slice(1)))
      return pattern[0] === text[0] && naive(pattern.slice(1), text.slice(1))
    }
    fc.assert(fc.property(letters, texts, (pattern, text) => compileGlob(pattern)(text) === naive(pattern, text)))
  })

  it('a glob pattern with a thousand stars does not backtrack', () => {
    const match = compileGlob(`${'a*'.repeat(1000)}b`)
    const started = performance.now()
    for (let i = 0; i < 100; i++) expect(match('a'.repeat(2000))).toBe(false)
    expect(performance.now() - started).toBeLessThan(2000)
  })

  it('a glob pattern can ignore case and be combined with others', () => {
    expect(compileGlob('*.Example.com', { ignoreCase: true })('WWW.example.COM')).toBe(true)
    expect(compileGlobs(['/a', '/b*'])('/bc')).toBe(true)
    expect(compileGlobs([])('/a')).toBe(false)
  })
})
