import { expect, it } from 'vitest'
import { filesOf, textOf } from './repository.ts'
import { faultOf, groupFaultOf, groupsIn, type Titled, testsIn } from './titles.ts'

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

it.each([
  ['forged identity tokens', undefined],
  ['footfall doctor on %s', undefined],
  ['by claims', /^begins with “by”/],
  ['of a token', /^begins with “of”/],
  ['while the service runs', /^begins with “while”/],
  ['about', /^begins with “about”/],
  ['what is stored about a visitor', /^begins with “what”/],
  ['the figures of a report', /^uses “figures”; write: metric/],
])('checks the words of the group “%s”', (title, fault) => {
  if (fault === undefined) expect(groupFaultOf(title)).toBeUndefined()
  else expect(groupFaultOf(title)).toMatch(fault)
})

it('finds each literal title of a group with its line', () => {
  const call = 'describe'
  const source = `${call}('a token', () => {})\n${call}.each(ALL.map((one) => [nameOf(one)] as const))('%s', () => {})\n${call}EachDialect('a key', () => {})\nconst text = ${call}(value)`
  expect(groupsIn(source)).toEqual([
    { line: 1, title: 'a token' },
    { line: 2, title: '%s' },
    { line: 3, title: 'a key' },
  ])
})

const titlesOf = (titlesIn: (source: string) => readonly Titled[]) =>
  FILES.flatMap((file) => titlesIn(textOf(file)).map((titled) => ({ file, ...titled })))
const faultsOf = (titles: ReturnType<typeof titlesOf>, faultIn: (title: string) => string | undefined) =>
  titles.flatMap(({ file, line, title }) => {
    const fault = faultIn(title)
    return fault === undefined ? [] : [`${file}:${line} “${title}” ${fault}`]
  })

it('finds every test title to be a sentence in plain words', () => {
  const tests = titlesOf(testsIn)
  expect(tests.length).toBeGreaterThan(2_500)
  expect(faultsOf(tests, faultOf)).toEqual([])
})

it('finds every title of a group to name its subject in plain words', () => {
  const groups = titlesOf(groupsIn)
  expect(groups.length).toBeGreaterThan(700)
  expect(faultsOf(groups, groupFaultOf)).toEqual([])
})
