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
    const subjects = textsOf('ab:', 5)
    for (const pattern of textsOf('ab:*', 4)) {
      const same = new RegExp(`^${pattern.replaceAll('*', '[^:]*')}$`)
      const wrong = subjects.filter((subject) => subjectMatches(pattern, subject) !== same.test(subject))
      expect([pattern, wrong]).toEqual([pattern, []])
    }
  })

  it('finds the head of a pattern among those of every subject that it matches', () => {
    for (const subject of textsOf('a/:', 5)) {
      const heads = subjectHeads(subject)
      const patterns = textsOf('a/:*', 4).filter((pattern) => subjectMatches(pattern, subject))
      expect(patterns.filter((pattern) => !heads.includes(subjectHead(pattern)))).toEqual([])
    }
  })
})

/** Every text of these characters, up to a length. */
function textsOf(characters: string, length: number): readonly string[] {
  if (length === 0) return ['']
  const shorter = textsOf(characters, length - 1)
  const longer = shorter.flatMap((text) => [...characters].map((character) => text + character))
  return [...new Set([...shorter, ...longer])]
}
