import { expect, it } from 'vitest'
import { countries, countryName } from './country-names.ts'

it('lists every country of ISO 3166-1 and Kosovo, and no other code, ordered by name', () => {
  const codes = countries().map(({ value }) => value)
  expect(codes).toHaveLength(250)
  expect(new Set(codes).size).toBe(250)
  for (const code of ['AQ', 'AX', 'BQ', 'DE', 'GB', 'SS', 'TW', 'XK']) expect(codes).toContain(code)
  for (const code of ['AN', 'DD', 'EU', 'SU', 'UK', 'UN', 'YU', 'ZZ']) expect(codes).not.toContain(code)
  expect(codes.indexOf('AF')).toBe(0)
  expect(codes.indexOf('AX')).toBeLessThan(codes.indexOf('AL'))
})

it('names a country, and returns an unknown code as it is', () => {
  expect(countryName('DE')).toBe('Germany')
  expect(countryName('QX')).toBe('QX')
  expect(countryName('nonsense')).toBe('nonsense')
})
