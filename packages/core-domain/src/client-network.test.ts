import { describe, expect, it } from 'vitest'
import { clientNetwork } from './client-network.ts'

describe('the network of a client', () => {
  it.each([
    ['an IPv4 address', '192.0.2.7', '192.0.2.7'],
    ['an IPv4-mapped IPv6 address', '::ffff:192.0.2.7', '192.0.2.7'],
    ['the hexadecimal spelling of a mapped address', '::ffff:c000:207', '192.0.2.7'],
    ['an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['a compressed IPv6 address', '2001:db8::1', '2001:db8:0:0::/64'],
    ['another address of the same /64', '2001:db8::ffff:ffff:ffff:ffff', '2001:db8:0:0::/64'],
    ['an upper-case IPv6 address', '2001:DB8:A::', '2001:db8:a:0::/64'],
    ['a link-local address with its zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['the IPv6 loopback address', '::1', '0:0:0:0::/64'],
    ['no address', '', ''],
    ['text that is not an address', 'tok_abc', 'tok_abc'],
  ])('counts %s under its network: %s → %s', (_what, address, network) => {
    expect(clientNetwork(address)).toBe(network)
  })
})
