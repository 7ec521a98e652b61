import { describe, expect, it } from 'vitest'
import { isDataCentre } from './data-centre.ts'
import { isReferrerSpam } from './referrer-spam.ts'

describe('the list of referrer spam', () => {
  it.each([
    'https://semalt.com/',
    'http://www.semalt.com/crawler.php?u=https://example.com',
    'https://forum.Darodar.com',
    'http://lifehacĸer.com/',
  ])('the list of referrer spam contains the host of %s', (referrer) => {
    expect(isReferrerSpam(referrer)).toBe(true)
  })

  it.each([undefined, '', 'semalt.com', 'https://notsemalt.com/', 'https://semalt.com.example/', 'https://com/'])(
    'the list of referrer spam does not contain %s',
    (referrer) => {
      expect(isReferrerSpam(referrer)).toBe(false)
    },
  )
})

describe('the list of user agents of data centers', () => {
  it.each([
    'python-requests/2.31.0',
    'Go-http-client/2.0',
    'node',
    'curl/8.5.0',
    'ELB-HealthChecker/2.0',
    'Amazon CloudFront',
  ])('the list of user agents of data centers contains %s', (userAgent) => {
    expect(isDataCentre(userAgent)).toBe(true)
  })

  it.each([
    '',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Electron/28.0.0 Safari/537.36',
    'okhttp/4.9.3',
    'ExampleApp/1 CFNetwork/1404.0.5 Darwin/22.3.0',
    'Dart/3.2 (dart:io)',
    'Dalvik/2.1.0 (Linux; U; Android 13; Pixel 7 Build/TQ3A)',
  ])('the list of user agents of data centers does not contain %s', (userAgent) => {
    expect(isDataCentre(userAgent)).toBe(false)
  })
})
