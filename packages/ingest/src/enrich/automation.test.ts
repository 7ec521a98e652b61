import type { ClientHints } from '@footfall/core-domain'
import { EVIDENCE_BITS } from '@footfall/warehouse'
import { describe, expect, it } from 'vitest'
import { evidenceOf, isSuspected, storedEvidence } from './automation.ts'
import { classifyCrawler } from './bots.ts'
import { contradicts } from './contradicting-hints.ts'
import { hasHeadlessToken } from './headless.ts'
import { type Networks, NO_NETWORKS } from './networks.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const HEADLESS = CHROME.replace('Chrome/', 'HeadlessChrome/')
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const HINTS: ClientHints = {
  brands: ['Chromium 131', 'Google Chrome 131', 'Not_A Brand 24'],
  mobile: false,
  platform: 'Windows',
}
const DATA_CENTRE: Networks = { isDataCentre: (address) => address === '192.0.2.1', isKnown: true }

interface Sent {
  readonly userAgent?: string
  readonly language?: string | undefined
  readonly address?: string
  readonly headerHints?: ClientHints
  readonly hints?: ClientHints
  readonly automated?: boolean
  readonly width?: number
  readonly url?: string
  readonly isOfBrowser?: boolean
}
const evidence = (sent: Sent = {}, networks = DATA_CENTRE) =>
  evidenceOf(
    {
      origin: {
        userAgent: sent.userAgent ?? CHROME,
        language: 'language' in sent ? sent.language : 'de',
        address: sent.address ?? '198.51.100.1',
        hints: sent.headerHints,
      },
      hints: sent.hints,
      automated: sent.automated,
      width: sent.width ?? 1280,
      url: sent.url ?? 'https://example.com/',
      isOfBrowser: sent.isOfBrowser ?? true,
    },
    networks,
  )

describe('evidence of automation', () => {
  it.each<[keyof typeof EVIDENCE_BITS, Sent]>([
    ['webdriver', { automated: true }],
    ['headless', { userAgent: HEADLESS }],
    ['headless', { hints: { brands: ['HeadlessChrome 131'] } }],
    [
      'headless',
      {
        userAgent:
          'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1',
      },
    ],
    ['headless_weak', { language: undefined }],
    ['headless_weak', { language: '' }],
    ['headless_weak', { width: 0 }],
    ['contradicting_hints', { hints: { ...HINTS, platform: 'Linux' } }],
    ['contradicting_hints', { headerHints: { ...HINTS, brands: ['Chromium 120'] } }],
    ['data_centre', { address: '192.0.2.1' }],
  ])('evidence of automation is found by the rule %s in %j', (rule, sent) => {
    expect(evidence(sent)).toBe(EVIDENCE_BITS[rule])
  })

  it.each<[string, Sent]>([
    ['a browser', {}],
    ['a browser that says it is not automated', { automated: false }],
    ['a browser with its own hints', { hints: HINTS, headerHints: HINTS }],
    ['a page view that a server sends without a language', { language: undefined, isOfBrowser: false }],
    ['an app, which has no Accept-Language', { language: undefined, url: 'app://com.example/settings' }],
  ])('evidence of automation is not found in %s', (_, sent) => {
    expect(evidence(sent)).toBe(0)
  })

  it('hints of an event count before those of its headers', () => {
    expect(evidence({ hints: HINTS, headerHints: { brands: ['Chromium 99'] } })).toBe(0)
  })

  it('no network is a data centre without a database', () => {
    expect(evidence({ address: '192.0.2.1' }, NO_NETWORKS)).toBe(0)
  })
})

describe('a user agent and client hints', () => {
  it.each<[string, ClientHints]>([
    [CHROME, { brands: [] }],
    [CHROME, HINTS],
    [CHROME, { brands: ['Brave 131', 'Chromium 131'], platform: 'Windows' }],
    [ANDROID, { brands: ['Chromium 131'], mobile: true, platform: 'Android' }],
    [ANDROID.replace(' Mobile', ''), { brands: ['Chromium 131'], mobile: false, platform: 'Android' }],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/131.0.0.0 Safari/537.36',
      { brands: ['Chromium 131'], platform: 'Chrome OS' },
    ],
    ['Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0.0.0 Safari/537.36', { brands: ['Chromium 131'], platform: 'Linux' }],
    [CHROME, { brands: ['Chromium 131'], platform: 'Fuchsia' }],
    [`${CHROME} OPR/116.0.0.0`, { brands: ['Opera 116', 'Chromium 131'], platform: 'Windows' }],
    ['', { brands: ['\u0000', '名'.repeat(64)], platform: '\u{10FFFF}' }],
  ])('a user agent and client hints of one browser do not contradict each other: %s %j', (userAgent, hints) => {
    expect(contradicts(userAgent, hints)).toBe(false)
  })

  it.each<[string, ClientHints]>([
    [CHROME, { brands: ['Chromium 130', 'Google Chrome 130'] }],
    [IPHONE, { brands: ['Chromium 131'] }],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', { brands: ['Chromium 131'] }],
    [CHROME, { brands: [], platform: 'macOS' }],
    [ANDROID, { brands: ['Chromium 131'], platform: 'Linux' }],
    [CHROME, { brands: ['Chromium 131'], mobile: true }],
  ])('a user agent and client hints of two browsers contradict each other: %s %j', (userAgent, hints) => {
    expect(contradicts(userAgent, hints)).toBe(true)
  })
})

describe('words of a browser without a screen', () => {
  it.each([
    [HEADLESS, true],
    [CHROME, false],
    [HEADLESS.replace('Safari', 'Chrome-Lighthouse Safari'), false],
    ['Mozilla/5.0 (compatible; HeadlessChrome; ExampleBot/1.0; +https://example.com/bot)', false],
    ['curl/8.5.0 headless', false],
    ['headless'.repeat(2000), false],
    ['', false],
  ])(
    'words of a browser without a screen are recognized unless it says that it is a crawler: %s',
    (userAgent, expected) => {
      expect(hasHeadlessToken(userAgent)).toBe(expected)
    },
  )

  it('a browser without a screen is not a crawler, and a crawler in one is', () => {
    expect(classifyCrawler(HEADLESS)).toBeUndefined()
    expect(classifyCrawler('Mozilla/5.0 (compatible; HeadlessChrome; ExampleBot/1.0)')).toBeDefined()
  })
})

describe('the class of a visit', () => {
  const { webdriver, headless, headless_weak, contradicting_hints, data_centre, uniform_burst, engaged } = EVIDENCE_BITS
  it.each([
    [0, false],
    [headless_weak, false],
    [data_centre, false],
    [webdriver, true],
    [headless | engaged, true],
    [headless_weak | data_centre, true],
    [contradicting_hints | uniform_burst, true],
    [headless_weak | data_centre | engaged, false],
    [headless_weak | data_centre | uniform_burst | engaged, true],
  ])('the class of a visit with evidence %d: suspected is %s', (bits, expected) => {
    expect(isSuspected(bits)).toBe(expected)
    expect(storedEvidence(bits) >= EVIDENCE_BITS.suspected).toBe(expected)
    expect(storedEvidence(bits) & EVIDENCE_BITS.classified).toBe(1)
  })
})
