import { DASHBOARD_OPERATIONS, OPERATIONS } from '@footfall/operations'
import { describe, expect, it } from 'vitest'
import { directRoutes } from './direct-routes.ts'
import { expressPath } from './http.ts'

const handler = async () => {}
const routeOf = (method: 'GET' | 'POST', path: string) => ({ method, path, handler })

describe('routes that are found by their path', () => {
  const find = directRoutes([
    routeOf('GET', '/shops/{shop}'),
    routeOf('POST', '/shops/{shop}'),
    routeOf('GET', '/shops/{shop}/orders/{order}'),
    routeOf('GET', '/shops/open'),
  ])

  it.each([
    ['GET', '/shops/s_1', '/shops/:shop', { shop: 's_1' }],
    ['GET', '/shops/s_1?limit=2', '/shops/:shop', { shop: 's_1' }],
    ['POST', '/shops/s_1', '/shops/:shop', { shop: 's_1' }],
    ['GET', '/shops/s_1/orders/o-2.3', '/shops/:shop/orders/:order', { shop: 's_1', order: 'o-2.3' }],
    ['GET', '/shops/open', '/shops/open', {}],
    ['GET', '/shops/__proto__', '/shops/:shop', { shop: '__proto__' }],
  ] as const)('finds the route and the parameters of %s %s', (method, url, pattern, params) => {
    const found = find(method, url)
    expect(found?.pattern).toBe(pattern)
    expect({ ...found?.params }).toEqual({ ...params })
  })

  it.each([
    ['a path that is none', 'GET', '/orders'],
    ['a path that only begins like one', 'GET', '/shops/s_1/orders'],
    ['another method', 'DELETE', '/shops/s_1'],
    ['a request for the headers', 'HEAD', '/shops/s_1'],
    ['a slash at the end', 'GET', '/shops/s_1/'],
    ['an empty part', 'GET', '/shops//orders/o_1'],
    ['another case', 'GET', '/Shops/s_1'],
    ['an escape', 'GET', '/shops/%73_1'],
    ['an escaped slash', 'GET', '/shops/a%2Fb'],
    ['an invalid escape', 'GET', '/shops/%E0%A4'],
    ['a whole URL', 'GET', 'http://example.com/shops/s_1'],
    ['a path without its first slash', 'GET', 'xshops/s_1'],
    ['a fragment', 'GET', '/shops/s_1#x'],
    ['an asterisk', 'OPTIONS', '*'],
    ['an empty text', 'GET', ''],
    ['Unicode', 'GET', '/shops/ladenß'],
    ['a part below a route that the path names otherwise', 'GET', '/shops/open/orders/o_1'],
  ])('leaves %s to Express', (_, method, url) => {
    expect(find(method, url)).toBeUndefined()
  })

  it('finds every operation of the service by its own path', () => {
    const operations = [...OPERATIONS, ...DASHBOARD_OPERATIONS]
    const findOperation = directRoutes(operations.map(({ method, path }) => ({ method, path, handler })))
    for (const { method, path } of operations) {
      const url = path.replaceAll(/\{(\w+)\}/g, 'value-of-$1')
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
      const found = findOperation(method, url)
      expect(found?.pattern, path).toBe(expressPath(path))
      expect({ ...found?.params }, path).toEqual(Object.fromEntries(names.map((name) => [name, `value-of-${name}`])))
    }
  })
})
