import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { subjectHead, subjectHeads, subjectMatches, subjectPatternProblem } from './subject-pattern.ts'

describe('the pattern of a subject', () => {
  it.each([
    ['repo:a/b:ref:refs/heads/main', 'repo:a/b:ref:refs/heads/main'],
    ['repo:a/b:ref:refs/heads/*', 'repo:a/b:ref:refs/heads/release-1'],
    ['repo:a/*:environment:prod', 'repo:a/b:environment:prod'],
    ['repo:a/*', 'repo:a/'],
    ['a*b*c', 'a--b--b--c'],
    ['*:x', 'y:x'],
    ['spiffe://acme.example/ns/*/sa/web', 'spiffe://acme.example/ns/prod/sa/web'],
  ])('pattern %s matches %s', (pattern, subject) => expect(subjectMatches(pattern, subject)).toBe(true))

  it.each(['*', '**', '*:*', '*/*', '://', '', 'a\n', 'a b', 'a\u202eb', 'a'.repeat(513), 'a*'.repeat(11)])(
    'pattern %j is rejected',
    (pattern) => expect(subjectPatternProblem(pattern)).toBeTypeOf('string'),
  )

  it('matches by a wildcard exactly what a regular expression without separators matches', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', ':', '.'), maxLength: 12 })
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '/', ':', '.', '*'), maxLength: 8 })
    fc.assert(
      fc.property(pattern, text, (wanted, given) => {
        const same = new RegExp(`^${wanted.replaceAll('.', '\\.').replaceAll('*', '[^/:]*')}$`)
        expect(subjectMatches(wanted, given)).toBe(same.test(given))
      }),
      { numRuns: 2000 },
    )
  })

  it('has one of the heads of every subject that it matches, so that the index finds it', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', ':'), minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(text, fc.nat(9), (subject, at) => {
        const end = Math.min(at, subject.length)
        const rest = subject.slice(end).replace(/^[^/:]*/, '')
        const pattern = `${subject.slice(0, end)}*${rest}`
        expect(subjectMatches(pattern, subject)).toBe(true)
        expect(subjectHeads(subject)).toContain(subjectHead(pattern))
        expect(subjectHeads(subject)).toContain(subjectHead(subject))
      }),
    )
  })
})
