import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { compileAddressRanges, normalizeAddress, parseAddress } from './address.ts'
import { openGeo } from './geo.ts'
import { languageTag } from './language.ts'
import { screenSize } from './screen.ts'
import { parsePage } from './url.ts'
import { visitorId } from './visitor.ts'

const AS_SENT = { trailing_slash: 'keep', lowercase: false } as const

describe('geolocation', () => {
  it('finds the country of public addresses in either family', async () => {
    const geo = await openGeo()
    expect(geo.lookup('81.2.69.142')).toEqual({ country: 'GB', region: '', city: '' })
    expect(geo.lookup('::ffff:81.2.69.142').country).toBe('GB')
    expect(geo.lookup('2001:4860:4860::8888').country).toBe('US')
  })

  it.each(['192.168.1.1', '10.0.0.1', '127.0.0.1', '::1', 'fe80::1', 'fd00::1', '100.64.0.1', 'nonsense', ''])(
    'returns no location for %s',
    async (address) => {
      expect((await openGeo()).lookup(address)).toEqual({ country: '', region: '', city: '' })
    },
  )
})

describe('IP addresses', () => {
  it('normalizes IP addresses to one spelling each', () => {
    expect(normalizeAddress('::ffff:1.2.3.4')).toBe('1.2.3.4')
    expect(normalizeAddress('2001:0DB8:0:0::1')).toBe('2001:db8::1')
    expect(normalizeAddress('fe80::1%eth0')).toBe('fe80::1')
    expect(normalizeAddress('0177.0.0.1')).toBe('')
    expect(normalizeAddress('1')).toBe('')
  })

  it.each([
    ['1.2.3.0/24', '1.2.3.255', true],
    ['1.2.3.0/24', '1.2.4.0', false],
    ['1.2.3.4', '1.2.3.4', true],
    ['1.2.3.4', '::ffff:1.2.3.4', true],
    ['::ffff:1.2.3.0/120', '1.2.3.9', true],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '1.2.3.4', false],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['rubbish', '1.2.3.4', false],
    ['1.2.3.4/33', '1.2.3.4', false],
  ])('decides whether range %s contains %s: %s', (cidr, text, expected) => {
    const address = parseAddress(text)
    expect(address && compileAddressRanges([cidr])(address)).toBe(expected)
  })
})

describe('page addresses', () => {
  it.each([
    ['https://WWW.Example.com/a/b/?q=1#x', 'www.example.com', '/a/b/'],
    ['https://example.com', 'example.com', '/'],
    ['https://Example.com./a', 'example.com', '/a'],
    ['https://example.com/%C3%BCber/a%2Fb', 'example.com', '/über/a%2Fb'],
    ['https://example.com/%00a%E2%80%AEb%20%0A', 'example.com', '/ab'],
    ['https://example.com/%00', 'example.com', '/'],
    ['https://example.com/%ff', 'example.com', '/%ff'],
    ['app://com.example.ios/settings', 'com.example.ios', '/settings'],
    ['https://münchen.example/x', 'xn--mnchen-3ya.example', '/x'],
  ])('parses %s to hostname %s and path %s', (url, hostname, path) => {
    expect(parsePage(url, AS_SENT)).toMatchObject({ hostname, path })
  })

  it.each([
    ['/docs/', '/docs'],
    ['/', '/'],
    ['//', '/'],
    ['/a/ /', '/a'],
    ['/a/%E2%80%8B', '/a'],
    ['/Docs/A%2FB', '/docs/a%2fb'],
  ])('a page address follows the path rules of the product: %s becomes %s', (path, expected) => {
    const rules = { trailing_slash: 'remove', lowercase: true } as const
    expect(parsePage(`https://example.com${path}`, rules).path).toBe(expected)
  })

  it('truncates the path of a page address to a maximum length', () => {
    expect(parsePage(`https://example.com/${'x'.repeat(2000)}`, AS_SENT).path).toHaveLength(1024)
  })
})

describe('visitor ids', () => {
  const salt = new Uint8Array(32).fill(7)
  const someone = { product: 'prd_1', address: '1.2.3.4', userAgent: 'Chrome' }

  it.each([16, 32, 64, 100])(
    'visitor ids are the first 64 bits of an HMAC-SHA-256 under a salt of %i bytes',
    (bytes) => {
      const key = new Uint8Array(bytes).fill(9)
      const digest = createHmac('sha256', key).update('prd_1\x001.2.3.4\0Chrömé').digest()
      expect(visitorId(key, { ...someone, userAgent: 'Chrömé' })).toBe(digest.readBigUInt64BE(0).toString())
    },
  )

  it('visitor ids are equal only for the same salt, address, user agent and product', () => {
    const id = visitorId(salt, someone)
    expect(id).toMatch(/^[1-9]\d{0,19}$/)
    expect(visitorId(salt, { ...someone })).toBe(id)
    const others = [
      visitorId(new Uint8Array(32).fill(8), someone),
      visitorId(salt, { ...someone, address: '1.2.3.5' }),
      visitorId(salt, { ...someone, userAgent: 'Firefox' }),
      visitorId(salt, { ...someone, product: 'prd_2' }),
    ]
    expect(new Set([id, ...others]).size).toBe(5)
  })
})

describe('screen sizes and languages', () => {
  it('classifies viewports in four screen sizes', () => {
    expect([undefined, 0, 575, 576, 991, 992, 1439, 1440].map(screenSize)).toEqual([
      '',
      '',
      'mobile',
      'tablet',
      'tablet',
      'laptop',
      'laptop',
      'desktop',
    ])
  })

  it('keeps only the preferred language of a browser', () => {
    expect(['de', 'DE-ch;q=0.8', 'zh-Hant-TW', 'en-US,en', '*', '<b>', '', undefined].map(languageTag)).toEqual([
      'de',
      'de-CH',
      'zh-TW',
      'en-US',
      '',
      '',
      '',
      '',
    ])
  })
})
