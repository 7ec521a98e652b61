import { expect, it } from 'vitest'
import { readLocation } from './geo-record.ts'

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
  // IP2Location: without codes of regions, and a hyphen for what is not known.
  [
    { country: { iso_code: 'AT' }, subdivisions: [{ names: { en: 'Wien' } }], city: { names: { en: '-' } } },
    { country: 'AT', region: 'Wien', city: '' },
  ],
  // IPinfo: country as a code, as a name beside its code, and codes of regions.
  [
    { country: 'US', region: 'California', region_code: 'CA', city: 'Mountain View' },
    { country: 'US', region: 'US-CA', city: 'Mountain View' },
  ],
  [
    { country: 'Germany', country_code: 'DE', region: 'Bavaria', region_code: 'DE-BY', city: 'Munich' },
    { country: 'DE', region: 'DE-BY', city: 'Munich' },
  ],
  [{ country: 'Germany' }, { country: '', region: '', city: '' }],
  // A code of another country is none of this one.
  [
    { country: 'US', region: 'Ontario', region_code: 'CA-ON' },
    { country: 'US', region: 'Ontario', city: '' },
  ],
])('a location names its region by ISO 3166-2 where the database has the code: %j', (record, location) => {
  expect(readLocation(record)).toEqual(location)
})
