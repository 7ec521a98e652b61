import { describe, expect, it } from 'vitest'
import { isSameOrigin } from './same-origin.ts'

const OWN = 'https://stats.example'

describe('isSameOrigin', () => {
  it.each([
    ['a read without an origin', true, 'GET', {}],
    ['a read by an address typed into the browser', true, 'GET', { 'sec-fetch-site': 'none' }],
    ['a read by a page of another site', false, 'GET', { 'sec-fetch-site': 'cross-site' }],
    ['a read by a page of a sibling host', false, 'GET', { 'sec-fetch-site': 'same-site' }],
    ['a write of an own page', true, 'POST', { origin: OWN, 'sec-fetch-site': 'same-origin' }],
    ['a write of an own page by an old browser', true, 'POST', { origin: OWN }],
    ['a write without an origin', false, 'POST', {}],
    ['a write by a page of another origin', false, 'POST', { origin: 'https://evil.example' }],
    ['a write by a page without an origin', false, 'POST', { origin: 'null' }],
    ['a write from nowhere', false, 'POST', { origin: OWN, 'sec-fetch-site': 'none' }],
    ['a write with an own origin from another site', false, 'POST', { origin: OWN, 'sec-fetch-site': 'cross-site' }],
  ])('evaluates %s as same-origin: %s', (_title, expected, method, headers) => {
    expect(isSameOrigin({ method, headers }, [OWN])).toBe(expected)
  })
})
