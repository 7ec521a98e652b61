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
    let searches = 0
    /** A text that counts how often it is searched. */
    class CountingText extends String {
      override indexOf(...search: Parameters<string['indexOf']>): number {
        searches++
        return super.indexOf(...search)
      }
    }
    const text = new CountingText('a'.repeat(2000)) as unknown as string
    expect(compileGlob(`${'a*'.repeat(1000)}b*a`)(text)).toBe(false)
    expect(searches).toBe(1000)
  })

  it('a glob pattern can ignore case and be combined with others', () => {
    expect(compileGlob('*.Example.com', { ignoreCase: true })('WWW.example.COM')).toBe(true)
    expect(compileGlobs(['/a', '/b*'])('/bc')).toBe(true)
    expect(compileGlobs([])('/a')).toBe(false)
  })
})
