import { expect, it } from 'vitest'
import { filesOf, textOf } from './repository.ts'
import { faultOf, testsIn } from './titles.ts'

/** Writes test files for the tests of the test command. */
const WRITES_TESTS = 'e2e/src/test-command.test.ts'
const FILES = ['.test.ts', '.test.tsx', '.world.ts'].flatMap((ending) =>
  filesOf(ending).filter((file) => file !== WRITES_TESTS),
)

it.each([
  ['rejects a redirect URI of another client', undefined],
  ['returns 404 for a product that does not exist', undefined],
  ['The catalog lists each metric once', undefined],
  ['is refused for an unknown product', /^begins with “is”/],
  ['have unique keys here', /^begins with “have”/],
  ['lead from a week to its statistics', /^begins with “lead”/],
  ['refuses a redirect URI of another client', /^uses “refuses”; write: reject/],
  ['returns 404 for a product that there is not', /^uses “that there is not”/],
  ['accepts the key of the product alone', /^uses “alone”/],
  ['rejects it', /^has fewer than 4 words/],
])('checks the words of the title “%s”', (title, fault) => {
  if (fault === undefined) expect(faultOf(title)).toBeUndefined()
  else expect(faultOf(title)).toMatch(fault)
})

it('finds each literal title of a file with its line', () => {
  // In parts, since this file is read as well.
  const call = 'it'
  const source = `${call}('says “it’s” and \\'so\\'', () => {})\n${call}.each([['a', (b)]])("names %s", () => {})\n\n${call}.runIf(is(b))(\n  \`runs\`, () => {})`
  expect(testsIn(source)).toEqual([
    { line: 1, title: "says “it’s” and \\'so\\'" },
    { line: 2, title: 'names %s' },
    { line: 4, title: 'runs' },
  ])
})

it('finds every test title to be a sentence in plain words', () => {
  const tests = FILES.flatMap((file) => testsIn(textOf(file)).map((test) => ({ file, ...test })))
  expect(tests.length).toBeGreaterThan(2_500)
  const faults = tests.flatMap(({ file, line, title }) => {
    const fault = faultOf(title)
    return fault === undefined ? [] : [`${file}:${line} “${title}” ${fault}`]
  })
  expect(faults).toEqual([])
})
