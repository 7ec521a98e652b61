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
  ])('reads the country %j as %s', (given, code) => {
    expect(parseInput(CountryInput, given)).toBe(code)
  })

  it.each(['XX', 'Atlantis', '', 'EU', 'ZZ', '🇩🇪', "DE'; drop table events; --"])(
    'rejects the country %j as unknown',
    (given) => {
      expect(() => parseInput(CountryInput, given)).toThrow('must be an ISO 3166-1 alpha-2 code')
    },
  )

  it('rejects an unknown country and suggests similar ones', () => {
    const { error } = CountryInput.safeParse('Germny')
    expect(error?.issues).toMatchObject([{ params: { did_you_mean: ['DE'] } }])
  })
})
