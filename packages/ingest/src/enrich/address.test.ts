import { expect, it } from 'vitest'
import { normalizeAddress, parseAddress } from './address.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['0.0.0.0', '0.0.0.0'],
  ['255.255.255.255', '255.255.255.255'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:DB8:0:0::1%eth0', '2001:db8::1'],
])('an address has one spelling: %j is %j', (address, spelling) => {
  expect(normalizeAddress(address)).toBe(spelling)
  expect(parseAddress(address)?.toString()).toBe(spelling)
})

it.each([
  '',
  '256.1.1.1',
  '1.2.3',
  '1.2.3.4.',
  '1.2.3.4.5',
  '.1.2.3.4',
  '01.2.3.4',
  '1.2.3.0x4',
  '1.2.3.4/8',
  'a.b.c.d',
])('text that is not an address in a usual spelling has none: %j', (address) => {
  expect(normalizeAddress(address)).toBe('')
  expect(parseAddress(address)).toBeUndefined()
})
