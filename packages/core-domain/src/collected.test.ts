import { describe, expect, it } from 'vitest'
import { CollectedEvent } from './collected.ts'

const named = (name: string) =>
  CollectedEvent.safeParse({ product: 'prd_1', name, url: 'https://example.com/' }).error?.issues.map(
    ({ path, message }) => [path.join('.'), message],
  )

describe('the name of a collected event', () => {
  it.each(['Sign up', 'pageview\u200b', 'tab\there', '👩‍🚀'])(
    'the name of a collected event may contain what is removed on arrival: %j',
    (name) => {
      expect(named(name)).toBeUndefined()
    },
  )

  it.each(['', ' ', '\u200b', '\u202e\u2066\ufeff', '\u0000\n', '\u{e0041}'])(
    'the name of a collected event must contain something visible: %j',
    (name) => {
      expect(named(name)).toEqual([['name', 'must not be empty']])
    },
  )

  it('the name of a collected event has at most 120 characters', () => {
    expect(named('x'.repeat(120))).toBeUndefined()
    expect(named('x'.repeat(121))).toEqual([['name', 'must have at most 120 characters']])
  })
})

describe('the client hints of a collected event', () => {
  const issues = (more: object) =>
    CollectedEvent.safeParse({
      product: 'prd_1',
      name: 'pageview',
      url: 'https://example.com/',
      ...more,
    }).error?.issues.map(({ path, message }) => [path.join('.'), message])
  const long = 'x'.repeat(65)

  it.each([
    { hints: { brands: [] } },
    { hints: { brands: ['Brave 120', 'Not A(Brand', '', '名'.repeat(64)] } },
    { hints: { brands: ['Chromium 131'], mobile: false, platform: 'Windows', platform_version: '15.0.0' } },
    { automated: true },
    { automated: false },
  ])('client hints and automation are optional parts of an event: %j', (more) => {
    expect(issues(more)).toBeUndefined()
  })

  it.each([
    [{ hints: {} }, 'hints.brands', 'Invalid input: expected array, received undefined'],
    [{ hints: 'Brave' }, 'hints', 'Invalid input: expected object, received string'],
    [{ hints: null }, 'hints', 'Invalid input: expected object, received null'],
    [{ hints: { brands: [1] } }, 'hints.brands.0', 'Invalid input: expected string, received number'],
    [{ hints: { brands: [long] } }, 'hints.brands.0', 'must have at most 64 characters'],
    [{ hints: { brands: Array(11).fill('Brave') } }, 'hints.brands', 'must hold at most 10 brands'],
    [{ hints: { brands: [], mobile: '?0' } }, 'hints.mobile', 'Invalid input: expected boolean, received string'],
    [{ hints: { brands: [], platform: long } }, 'hints.platform', 'must have at most 64 characters'],
    [{ hints: { brands: [], platform_version: long } }, 'hints.platform_version', 'must have at most 64 characters'],
    [{ hints: { brands: [], model: 'Pixel' } }, 'hints', 'Unrecognized key: "model"'],
    [{ automated: 'true' }, 'automated', 'Invalid input: expected boolean, received string'],
    [{ automated: null }, 'automated', 'Invalid input: expected boolean, received null'],
  ])('names the field of wrong client hints or automation: %j', (more, path, message) => {
    expect(issues(more)).toEqual([[path, message]])
  })
})
