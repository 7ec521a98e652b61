import { expect, it } from 'vitest'
import { defineDomain, type HostPrincipal, type HostResource } from './define-domain.ts'
import type { OwnCode } from './own-codes.ts'

const spec = {
  scopes: ['notes:write'],
  roles: ['clerk'],
  resource: {
    name: 'shop',
    find: (id: string, _who: HostPrincipal, _store: object): HostResource<'clerk'> => ({ id, role: 'clerk' }),
  },
} as const
const code: OwnCode = { status: 409, title: 'Shop closed', detail: 'The shop is closed.' }

it.each([
  ['that every service has', { not_found: code }, 'codes.not_found is a code of the library'],
  ['that Footfall has', { identity_off: code }, 'codes.identity_off is a code of the library'],
  ['that is not in snake_case', { shopClosed: code }, 'codes.shopClosed is not in snake_case'],
  [
    'with a status that needs headers',
    { shop_closed: { ...code, status: 429 } },
    'codes.shop_closed has the status 429',
  ],
  ['with a status of faults', { shop_closed: { ...code, status: 500 } }, 'codes.shop_closed has the status 500'],
])('rejects a host whose domain declares a code %s', (_, codes: object, message) => {
  expect(() => defineDomain({ ...spec, codes })).toThrow(message)
})

it('the types know the codes that a domain declares', () => {
  const domain = defineDomain({ ...spec, codes: { shop_closed: code } })
  expect(domain.error('shop_closed')).toMatchObject({ code: 'shop_closed', detail: 'The shop is closed.' })
  // @ts-expect-error a code that the domain has not declared
  domain.error('shop_open')
  // @ts-expect-error a code that every service has
  expect(() => defineDomain({ ...spec, codes: { not_found: code } })).toThrow(TypeError)
  // @ts-expect-error a status that needs headers
  expect(() => defineDomain({ ...spec, codes: { shop_closed: { ...code, status: 401 } } })).toThrow(TypeError)
  // @ts-expect-error a domain without codes has none to throw
  defineDomain(spec).error('shop_closed')
})
