import { describe, expect, it } from 'vitest'
import { classifyCrawler } from './bots.ts'
import { REAL_USER_AGENTS } from './test-support/user-agents.ts'
import { describeUserAgent, versionOf } from './user-agent.ts'
import { BROWSER_NAMES, BROWSERS, DEVICE_RULES, DEVICES, SYSTEM_NAMES, SYSTEMS } from './user-agent-table.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = (model: string) =>
  `Mozilla/5.0 (Linux; Android 14; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0`
const webView =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UD1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/129.0.0.0 Mobile Safari/537.36'

describe('parsing a user agent', () => {
  it.each([
    [
      chrome,
      { device: 'desktop', browser: 'Chrome', browser_version: 'Chrome 131', os: 'Windows', os_version: 'Windows 10' },
    ],
    [
      `${iPhone} Version/17.5 Mobile/15E148 Safari/604.1`,
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
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0',
      { device: 'desktop', browser: 'Firefox', browser_version: 'Firefox 144', os: 'macOS', os_version: 'macOS 10.15' },
    ],
    [
      'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko',
      {
        device: 'desktop',
        browser: 'Internet Explorer',
        browser_version: 'Internet Explorer 7',
        os: 'Windows',
        os_version: 'Windows 7',
      },
    ],
  ])('returns device, browser and system: %s', (userAgent, traits) => {
    expect(describeUserAgent(userAgent)).toEqual(traits)
  })

  it.each([
    ['Facebook', `${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/450.0.0.38;FBDV/iPhone14,2]`],
    ['Facebook', `${webView} [FB_IAB/FB4A;FBAV/450.0.0.38;]`],
    ['Messenger', `${iPhone} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/450.0.0.38;FBDV/iPhone14,2]`],
    ['Messenger', `${webView} [FB_IAB/Orca-Android;FBAV/450.0.0.38;]`],
    ['Instagram', `${iPhone} Mobile/15E148 Instagram 330.0.3.29.97 (iPhone14,2; iOS 17_5; de_DE)`],
    ['Instagram', `${webView} Instagram 330.0.0.40.92 Android (34/14; 420dpi)`],
    ['TikTok', `${iPhone} Mobile/15E148 musical_ly_34.1.0 JsSdk/2.0 NetType/WIFI BytedanceWebview/d8a21c6`],
    ['TikTok', `${webView} trill_340103 JsSdk/1.0 NetType/WIFI AppName/trill BytedanceWebview/d8a21c6`],
    ['LinkedIn', `${iPhone} Mobile/15E148 [LinkedInApp]/9.29.8962`],
    ['LinkedIn', `${webView} [LinkedInApp]/4.1.930`],
    ['X', `${iPhone} Mobile/15E148 Twitter for iPhone/10.41`],
    ['X', `${webView} TwitterAndroid`],
    ['Snapchat', `${iPhone} Mobile/15E148 Snapchat/12.90.0.46 (like Safari/8618.2.12, panda)`],
    ['Snapchat', `${webView}Snapchat12.90.0.46 (Pixel 8; Android 14#1; gzip)`],
    ['Pinterest', `${iPhone} Mobile/15E148 [Pinterest/iOS]`],
    ['Pinterest', `${webView} [Pinterest/Android]`],
    ['Line', `${iPhone} Mobile/15E148 Safari Line/14.8.0`],
    ['Line', `${webView} Line/14.8.0/IAB`],
    ['WeChat', `${iPhone} Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/zh_CN`],
    ['WeChat', `${webView} MMWEBID/4 MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64`],
    ['Google Search', `${iPhone} GSA/320.0.640 Mobile/15E148 Safari/604.1`],
    ['Google Search', `${webView} GSA/15.20.38.28.arm64`],
    ['NAVER', `${iPhone} Mobile/15E148 NAVER(inapp; search; 2000; 12.8.4; 14PRO)`],
    ['NAVER', `${webView} NAVER(inapp; search; 2000; 12.8.4)`],
    ['Yandex Search', `${iPhone} Version/17.5 YaApp_iOS/105.00 YaApp_iOS_Browser/105.00 Safari/604.1`],
    ['Yandex Search', `${webView} YandexSearch/7.52 YandexSearchBrowser/7.52`],
  ])('names the browser of an app instead of the engine that it embeds: %s in %s', (browser, userAgent) => {
    expect(describeUserAgent(userAgent)).toMatchObject({ browser, device: 'mobile' })
  })

  it('the version of a browser of an app is that of the app', () => {
    const version = (rest: string) => describeUserAgent(`${webView} ${rest}`).browser_version
    expect(version('Instagram 330.0.0.40.92 Android')).toBe('Instagram 330')
    expect(version('[FB_IAB/FB4A;FBAV/450.0.0.38;]')).toBe('Facebook 450')
    expect(version('Line/14.8.0/IAB')).toBe('Line 14')
    expect(version('TwitterAndroid')).toBe('')
  })

  it.each([
    ['Vivaldi', `${chrome} Vivaldi/6.8`],
    ['Opera', `${chrome} OPR/115.0.0.0`],
    ['Microsoft Edge', `${chrome} Edg/131.0.0.0`],
    ['Microsoft Edge', `${iPhone} Version/17.0 EdgiOS/129.0.2792.84 Mobile/15E148 Safari/604.1`],
    ['Chrome', `${iPhone} CriOS/129.0.6668.69 Mobile/15E148 Safari/604.1`],
    ['Samsung Internet for Android', `${android('SAMSUNG SM-S921B')} SamsungBrowser/26.0 Mobile Safari/537.36`],
    ['Mi Browser', `${android('Xiaomi 12 Lite')} Mobile Safari/537.36 XiaoMi/MiuiBrowser/13.15.0-gn`],
    ['Chrome', `${android('Moto Edge 20')} Mobile Safari/537.36`],
    ['Yandex Browser', `${chrome} YaBrowser/24.12.0.0`],
  ])('names the browser rather than those that it names as well: %s in %s', (browser, userAgent) => {
    expect(describeUserAgent(userAgent).browser).toBe(browser)
  })

  it.each([
    ['Mozilla/5.0 (PlayStation 5 3.00) AppleWebKit/605.1.15 (KHTML, like Gecko)', 'console'],
    [
      'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/538.1 (KHTML, like Gecko) Version/6.0 TV Safari/538.1',
      'tv',
    ],
    [`${android('AFTKA001')} Mobile Safari/537.36`, 'tv'],
    [`${android('AFTMM')} Safari/537.36`, 'tv'],
    [`${android('BRAVIA 4K VH2')} Safari/537.36`, 'tv'],
    [`${android('43U520S')} Mobile Safari/537.36`, 'tv'],
    [
      'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.36',
      'tv',
    ],
    ['RokuBrowser/104.11.20 (TV-G000X-14.1.4.7709) Chrome/104.0.5112.70', 'tv'],
    [`${android('SM-X610')} Mobile Safari/537.36`, 'tablet'],
    [`${android('Lenovo TB-X505L')} Mobile Safari/537.36`, 'tablet'],
    [`${android('AGS3-W09')} Mobile Safari/537.36`, 'tablet'],
    [`${android('Armor Pad Pro')} Mobile Safari/537.36`, 'tablet'],
    [
      'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1',
      'tablet',
    ],
    [`${android('SM-F956N')} Safari/537.36`, 'mobile'],
    [`${android('Pixel 8')} Mobile Safari/537.36`, 'mobile'],
    [`${android('K')} Mobile Safari/537.36`, 'mobile'],
    [`${android('K')} Safari/537.36`, 'tablet'],
    [`${android('SM-R890')} Mobile Safari/537.36`, 'Other'],
    ['curl/8.5.0', 'Other'],
  ])('finds the kind of device by the model where the word Mobile misleads: %s', (userAgent, device) => {
    expect(describeUserAgent(userAgent).device).toBe(device)
  })

  it.each(['Xming Google TV Build/RTM7', 'Discovery Pro', 'Spider 8'])(
    'a model of Android that is a word of bots makes nobody a crawler: %s',
    (model) => {
      expect(classifyCrawler(`${android(model)} Mobile Safari/537.36`)).toBeUndefined()
      expect(classifyCrawler(`${android(model)} Safari/537.36 (compatible; my-own-bot/1.0)`)).toBeDefined()
    },
  )

  it('returns empty traits without a user agent, and Other for one that no table knows', () => {
    const nothing = { device: '', browser: '', browser_version: '', os: '', os_version: '' }
    const other = { device: 'Other', browser: 'Other', browser_version: '', os: 'Other', os_version: '' }
    expect(describeUserAgent('')).toEqual(nothing)
    expect(describeUserAgent(' ')).toEqual(nothing)
    expect(describeUserAgent('x'.repeat(100_000))).toEqual(other)
    expect(describeUserAgent('Free bitcoin at evil.example/1.0 (thing)')).toEqual(other)
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
})

describe('refining a user agent by client hints', () => {
  const brands = (...others: string[]) => ({ brands: ['Chromium 131', 'Not_A Brand 24', ...others] })

  it.each([
    ['Brave 131', 'Brave', 'Brave 131'],
    ['Brave', 'Brave', ''],
    ['Opera 115', 'Opera', 'Opera 115'],
    ['Microsoft Edge 131', 'Microsoft Edge', 'Microsoft Edge 131'],
    ['Samsung Internet 27', 'Samsung Internet for Android', 'Samsung Internet for Android 27'],
    ['Vivaldi 7', 'Vivaldi', 'Vivaldi 7'],
    ['Google Chrome 131', 'Chrome', 'Chrome 131'],
    ['Free bitcoin at evil.example 1', 'Chrome', 'Chrome 131'],
    ['', 'Chrome', 'Chrome 131'],
    ['__proto__ 1', 'Chrome', 'Chrome 131'],
    ['Brave 99999999999', 'Chrome', 'Chrome 131'],
  ])('a brand that the table knows names the browser: %j', (brand, browser, browser_version) => {
    expect(describeUserAgent(chrome, brands(brand))).toMatchObject({ browser, browser_version })
  })

  it.each([
    'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
    `${iPhone} CriOS/129.0.6668.69 Mobile/15E148 Safari/604.1`,
    `${webView} Instagram 330.0.0.40.92 Android`,
    'curl/8.5.0',
    '',
  ])('hints that contradict the user agent change nothing: %s', (userAgent) => {
    const hints = { ...brands('Brave 131'), platform: 'Windows', platform_version: '15.0.0', mobile: true }
    expect(describeUserAgent(userAgent, hints)).toEqual(describeUserAgent(userAgent))
  })

  it.each([
    ['15.0.0', 'Windows 11'],
    ['13.0', 'Windows 11'],
    ['10.0.0', 'Windows 10'],
    ['1.0', 'Windows 10'],
    ['0.3.0', 'Windows 10'],
    ['evil', 'Windows 10'],
    ['', 'Windows 10'],
  ])('the version of Windows is that of its API: %j is %s', (platform_version, os_version) => {
    const hints = { ...brands('Google Chrome 131'), platform: 'Windows', platform_version }
    expect(describeUserAgent(chrome, hints).os_version).toBe(os_version)
  })
})

describe('the names of browsers, systems and devices', () => {
  /** Mulberry32, so that a failure can be seen again. */
  function seeded(seed: number): () => number {
    let state = seed
    return () => {
      state = (state + 0x6d2b79f5) | 0
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    }
  }
  const random = seeded(31)
  const below = (max: number) => Math.floor(random() * max)
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0]
  const character = () =>
    String.fromCodePoint(pick([below(0x80), below(0x80), below(0xd800), 0xe000 + below(0x10_2000)]))
  const word = () => Array.from({ length: 1 + below(9) }, character).join('')
  const made = () =>
    Array.from({ length: 1 + below(12) }, () => word() + pick(['/', ' ', '; ', ' (', ') ', '/1.0 '])).join('')
  const mutated = () => {
    let text: string = pick(REAL_USER_AGENTS)
    for (let i = 0; i < 1 + below(4); i++) {
      const at = below(text.length)
      text =
        text.slice(0, at) + pick([word(), '', pick(REAL_USER_AGENTS).slice(0, below(60))]) + text.slice(at + below(9))
    }
    return text
  }

  it('no name is outside of the tables for ten thousand random user agents and hints', () => {
    const outside = new Set<string>()
    for (let i = 0; i < 10_000; i++) {
      const userAgent = i % 2 === 0 ? mutated() : made()
      const brands = Array.from({ length: below(4) }, () => pick([word(), 'Brave 131', `Opera ${word()}`]))
      const hints = { brands, platform: pick(['Windows', word()]), platform_version: pick(['15', word()]) }
      const { browser, browser_version, os, os_version, device } = describeUserAgent(
        userAgent,
        i % 3 ? hints : undefined,
      )
      if (browser !== '' && !BROWSER_NAMES.includes(browser)) outside.add(browser)
      if (os !== '' && !SYSTEM_NAMES.includes(os)) outside.add(os)
      if (device !== '' && !DEVICES.some((name) => name === device)) outside.add(device)
      if (browser_version !== '' && !/^\d{1,3}$/.test(browser_version.slice(browser.length + 1)))
        outside.add(browser_version)
      if (os_version !== '' && !/^(?:\d{1,2}(?:\.\d{1,2})?|Vista|XP|2000)$/.test(os_version.slice(os.length + 1)))
        outside.add(os_version)
    }
    expect([...outside]).toEqual([])
  })

  it('every browser of the table is found by each of its words, and by each of its brands', () => {
    const missed = BROWSERS.flatMap(({ name, products = [], words = [], starts = [], brands = [] }) => [
      ...[...products.map((product) => `${product}/1`), ...words, ...starts.map((start) => `${start}1`)].filter(
        (text) => describeUserAgent(`${text} (like Gecko)`).browser !== name,
      ),
      ...brands.filter((brand) => describeUserAgent(chrome, { brands: [`${brand} 1`] }).browser !== name),
    ])
    expect(missed).toEqual([])
  })

  it('every system of the table is found by each of its words', () => {
    const missed = SYSTEMS.flatMap(({ name, words }) =>
      words.filter((text) => describeUserAgent(`Mozilla/5.0 (${text})`).os !== name),
    )
    expect(missed).toEqual([])
  })

  it('no name appears twice in the tables', () => {
    expect(new Set(BROWSER_NAMES).size).toBe(BROWSER_NAMES.length)
    expect(new Set(SYSTEM_NAMES).size).toBe(SYSTEM_NAMES.length)
  })

  it('no shape of a model repeats a group without a bound, so that each is linear in the length of its text', () => {
    for (const { model } of DEVICE_RULES) expect(model?.source ?? '').not.toMatch(/\)[*+]|\.[*+]/)
  })
})
