import { expect, it } from 'vitest'
import { isPublicHost } from './public-host.ts'

it.each([
  'https://localhost/',
  'https://localhost./',
  'https://LOCALHOST./',
  'https://a.localhost./',
  'https://printer.local./',
  'https://db.internal./',
  'https://router.lan/',
  'https://box.home.arpa/',
  'https://database/',
  'https://database./',
  'https://127.0.0.1./',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://10.0.0.1./',
  'https://a..b/',
  'https://.example.com/',
  'https://example.com../',
  `https://${'a'.repeat(64)}.example/`,
  `https://${'a.'.repeat(130)}example/`,
])('a host that is not on the public Internet is recognized: %s', (url) => {
  expect(isPublicHost(new URL(url).hostname)).toBe(false)
})

it.each(['https://example.com/', 'https://example.com./', 'https://8.8.8.8/', 'https://local.example.com/'])(
  'a host that may be on the public Internet is accepted: %s',
  (url) => expect(isPublicHost(new URL(url).hostname)).toBe(true),
)
