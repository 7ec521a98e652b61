import { expect, it } from 'vitest'
import { readLocation } from './geo.ts'

it.each([
  [
    { country: { iso_code: 'DE' }, subdivisions: [{ iso_code: 'BE', names: { en: 'Land Berlin' } }] },
    { country: 'DE', region: 'DE-BE', city: '' },
  ],
  [
    {
      country: { iso_code: 'GB' },
      subdivisions: [{ iso_code: 'ENG', names: { en: 'England' } }],
      city: { names: { en: 'Leeds' } },
    },
    { country: 'GB', region: 'GB-ENG', city: 'Leeds' },
  ],
  [
    { country: { iso_code: 'FR' }, subdivisions: [{ names: { en: 'Normandy' } }] },
    { country: 'FR', region: 'Normandy', city: '' },
  ],
  [
    { country_code: 'ch', state1: 'Zurich', city: 'Uster' },
    { country: 'CH', region: 'Zurich', city: 'Uster' },
  ],
  [
    { subdivisions: [{ iso_code: 'BE', names: { en: 'Land Berlin' } }] },
    { country: '', region: 'Land Berlin', city: '' },
  ],
])('a location names its region by ISO 3166-2 where the database has the code: %j', (record, location) => {
  expect(readLocation(record)).toEqual(location)
})
