import { describe, expect, it } from 'vitest'
import { isSameOrigin } from './same-origin.ts'

const OWN = 'https://auth.example'

describe('isSameOrigin', () => {
  it.each<readonly [boolean, Record<string, string>]>([
    [true, { origin: OWN }],
    [true, { origin: OWN, 'sec-fetch-site': 'same-origin' }],
    [false, { origin: 'https://evil.example' }],
    [false, { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin', referer: `${OWN}/` }],
    [false, { origin: 'http://auth.example' }],
    [false, { origin: `${OWN}:8443` }],
    [false, { origin: 'null' }],
    [false, { origin: 'null', referer: `${OWN}/oauth/authorize` }],
    [true, { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    [false, { origin: 'null', 'sec-fetch-site': 'same-site' }],
    [true, { 'sec-fetch-site': 'same-origin' }],
    [false, { 'sec-fetch-site': 'cross-site', referer: `${OWN}/` }],
    [false, { 'sec-fetch-site': 'none' }],
    [true, { referer: `${OWN}/oauth/authorize?x` }],
    [false, { referer: `${OWN}.evil.example/` }],
    [false, { referer: 'not a url' }],
    [true, {}],
  ])('returns %s for a form with the headers %j', (expected, headers) => {
    expect(isSameOrigin(OWN, (name) => headers[name])).toBe(expected)
  })
})
