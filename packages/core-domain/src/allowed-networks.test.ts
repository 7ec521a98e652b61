import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALLOWED_NETWORKS_MAX, AllowedNetworks, isWithinNetworks, networksWithin, normalizeNetwork } from './index.ts'

describe('allowed networks', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7/32'],
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['203.0.113.255/25', '203.0.113.128/25'],
    ['255.255.255.255/1', '128.0.0.0/1'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8:0:0::1', '2001:db8::1/128'],
    ['2001:db8:1:2:3::/48', '2001:db8:1::/48'],
    ['2001:db8:ffff::/33', '2001:db8:8000::/33'],
    ['::/0', '::/0'],
    ['::ffff:203.0.113.7', '203.0.113.7/32'],
    ['::ffff:203.0.113.7/120', '203.0.113.0/24'],
    [' 203.0.113.0/24 ', '203.0.113.0/24'],
  ])('reads %s as %s', (given, normal) => {
    expect(normalizeNetwork(given)).toBe(normal)
    expect(normalizeNetwork(normal)).toBe(normal)
  })

  it.each([
    ['', '/', '/24', '203.0.113.0/', '203.0.113.0/33', '203.0.113.0/-1', '203.0.113.0/024', '203.0.113.0/24/24'],
    ['203.0.113', '203.0.113.256', '0313.0.0.1', '1', '2001:db8::/129', '::ffff:203.0.113.7/95', 'fe80::1%eth0'],
    ['example.com', '203.0.113.0/24,', "' or 1=1", '😀', '２０３.0.113.0/24', '203.0.113.0 /24', `${'1'.repeat(64)}`],
  ])('rejects a text that is not a network, and reports its index', (...texts) => {
    for (const text of texts) {
      expect(normalizeNetwork(text), text).toBeUndefined()
      const { error } = AllowedNetworks.safeParse(['203.0.113.0/24', text])
      expect(error?.issues[0]?.path, text).toEqual([1])
    }
  })

  it.each([
    [null],
    ['203.0.113.0/24'],
    [{}],
    [[7]],
    [[null]],
    [[['203.0.113.0/24']]],
    [[`${' '.repeat(1_000_000)}203.0.113.0/24`]],
    [Array.from({ length: ALLOWED_NETWORKS_MAX + 1 }, (_, i) => `203.0.113.${i}`)],
  ])('rejects %j for a list of networks', (given) => {
    expect(AllowedNetworks.safeParse(given).success).toBe(false)
  })

  it('keeps each network once, in its one spelling', () => {
    const given = ['203.0.113.7/24', '::ffff:203.0.113.1/120', '2001:db8::1/64', '203.0.113.0/24']
    expect(AllowedNetworks.parse(given)).toEqual(['203.0.113.0/24', '2001:db8::/64'])
    expect(AllowedNetworks.parse([])).toEqual([])
  })

  it.each([
    ['203.0.113.7', ['203.0.113.0/24'], true],
    ['203.0.114.7', ['203.0.113.0/24'], false],
    ['::ffff:203.0.113.7', ['203.0.113.0/24'], true],
    ['::ffff:cb00:7107', ['203.0.113.0/24'], true],
    ['::203.0.113.7', ['203.0.113.0/24'], false],
    ['64:ff9b::203.0.113.7', ['203.0.113.0/24'], false],
    ['2001:db8:0:1:ffff::9', ['2001:db8:0:1::/64'], true],
    ['2001:db8:0:2::9', ['2001:db8:0:1::/64'], false],
    ['fe80::1%eth0', ['fe80::/10'], true],
    ['203.0.113.7', ['::/0'], false],
    ['::1', ['0.0.0.0/0'], false],
    ['', ['0.0.0.0/0', '::/0'], false],
    ['203.0.113.7, 198.51.100.1', ['0.0.0.0/0'], false],
  ])('decides about %s and %j', (address, networks, inside) => {
    expect(isWithinNetworks(address, networks)).toBe(inside)
  })

  const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).map((parts) => parts.join('.'))
  const groups = fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 })
  const ipv6 = groups.map((parts) => parts.map((part) => part.toString(16)).join(':'))
  const network = fc.oneof(
    fc.tuple(octets, fc.nat(32)).map((parts) => parts.join('/')),
    fc.tuple(ipv6, fc.nat(128)).map((parts) => parts.join('/')),
  )

  it('every network holds its own addresses, and a list within another accepts no address more', () => {
    fc.assert(
      fc.property(network, (cidr) => isWithinNetworks(cidr.split('/')[0] ?? '', [normalizeNetwork(cidr) ?? ''])),
    )
    fc.assert(
      fc.property(fc.array(network), fc.array(network), fc.oneof(octets, ipv6), (inner, outer, address) => {
        fc.pre(networksWithin(inner, outer) && inner.length > 0 && outer.length > 0)
        return !isWithinNetworks(address, inner) || isWithinNetworks(address, outer)
      }),
      { numRuns: 50, maxSkipsPerRun: 10_000 },
    )
    fc.assert(fc.property(fc.array(network), (networks) => networksWithin(networks, networks)))
  })

  it('an empty list means all networks, which only all networks contain', () => {
    expect(networksWithin(['203.0.113.0/24'], [])).toBe(true)
    expect(networksWithin([], ['0.0.0.0/0', '::/0'])).toBe(false)
    expect(networksWithin([], [])).toBe(true)
  })
})
