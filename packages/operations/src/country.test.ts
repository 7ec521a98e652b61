import { parseInput } from '@footfall/core-domain'
import { describe, expect, it } from 'vitest'
import { CountryInput } from './country.ts'

describe('a country of a change', () => {
  it.each([
    ['DE', 'DE'],
    ['de', 'DE'],
    [' gb ', 'GB'],
    ['UK', 'GB'],
    ['uk', 'GB'],
    ['EL', 'GR'],
    ['Germany', 'DE'],
    ['united kingdom', 'GB'],
    ['Holland', 'NL'],
  ])('the country %j of a change is read as %s', (given, code) => {
    expect(parseInput(CountryInput, given)).toBe(code)
  })

  it.each(['XX', 'Atlantis', '', 'EU', 'ZZ', '🇩🇪', "DE'; drop table events; --"])(
    'the country %j of a change is rejected as unknown',
    (given) => {
      expect(() => parseInput(CountryInput, given)).toThrow('must be an ISO 3166-1 alpha-2 code')
    },
  )

  it('an unknown country of a change is rejected with similar ones', () => {
    const { error } = CountryInput.safeParse('Germny')
    expect(error?.issues).toMatchObject([{ params: { did_you_mean: ['DE'] } }])
  })
})
