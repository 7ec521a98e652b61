import { describe, expect, it } from 'vitest'
import { describeUserAgent, versionOf } from './user-agent.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

describe('parsing a user agent', () => {
  it.each([
    [
      chrome,
      { device: 'desktop', browser: 'Chrome', browser_version: 'Chrome 131', os: 'Windows', os_version: 'Windows 10' },
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      { device: 'mobile', browser: 'Safari', browser_version: 'Safari 17', os: 'iOS', os_version: 'iOS 17.5' },
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Safari/537.36',
      { device: 'tablet', browser: 'Chrome', browser_version: 'Chrome 129', os: 'Android', os_version: 'Android 14' },
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Safari/537.36',
      { device: 'desktop', browser: 'Chrome', browser_version: 'Chrome 129', os: 'Chrome OS', os_version: '' },
    ],
  ])('returns device, browser and system: %s', (userAgent, traits) => {
    expect(describeUserAgent(userAgent)).toEqual(traits)
  })

  it.each([
    ['Mozilla/5.0 (PlayStation 5 3.00) AppleWebKit/605.1.15 (KHTML, like Gecko)', 'console'],
    [
      'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/538.1 (KHTML, like Gecko) Version/6.0 TV Safari/538.1',
      'tv',
    ],
  ])('does not classify a console or TV as desktop: %s', (userAgent, device) => {
    expect(describeUserAgent(userAgent).device).toBe(device)
  })

  it('returns empty traits for an empty, meaningless or very long one', () => {
    const nothing = { device: '', browser: '', browser_version: '', os: '', os_version: '' }
    expect(describeUserAgent('')).toEqual(nothing)
    expect(describeUserAgent(' ')).toEqual(nothing)
    expect(describeUserAgent('x'.repeat(100_000))).toEqual(nothing)
  })

  it.each([
    ['Chrome', '120', 'Chrome 120'],
    ['Chrome', 'Chrome 120', 'Chrome 120'],
    ['Windows', 'Windows 10', 'Windows 10'],
    ['Chrome', '', ''],
    ['', '120', '120'],
  ])('puts the name before a version once: %s and %s give %s', (name, version, expected) => {
    expect(versionOf(name, version)).toBe(expected)
  })

  it('keeps no invisible characters of a program’s own name', () => {
    expect(describeUserAgent('Ex\u0085am\u009fple/1.0 (thing)').browser).not.toMatch(/\p{Cc}/u)
  })
})
