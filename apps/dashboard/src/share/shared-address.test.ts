import { expect, it } from 'vitest'
import { isEmbedded, rewriteFor, sharedAddress, themeOf } from './shared-address.ts'

const address = sharedAddress({ pathname: '/share/SECRET/goals', search: '?period=7d&embed=1&theme=dark' })
const url = (path: string) => new URL(path, 'https://stats.example')

it('reads the secret of a shared link and the parameters that its addresses keep', () => {
  expect(address).toEqual({
    secret: 'SECRET',
    kept: [
      ['embed', '1'],
      ['theme', 'dark'],
    ],
  })
  expect(address && [isEmbedded(address), themeOf(address)]).toEqual([true, 'dark'])
  expect(sharedAddress({ pathname: '/products/prd_1', search: '' })).toBeUndefined()
  expect(sharedAddress({ pathname: '/shared', search: '' })).toBeUndefined()
})

it('shows the pages of the product below a shared link, there and back', () => {
  const { input, output } = rewriteFor(address ?? { secret: '', kept: [] }, 'prd_1')
  for (const [outside, inside] of [
    ['/share/SECRET?embed=1&theme=dark', '/products/prd_1'],
    ['/share/SECRET/goals?period=7d&embed=1&theme=dark', '/products/prd_1/goals?period=7d'],
  ] as const) {
    expect(input({ url: url(outside) }).href).toBe(url(inside).href)
    expect(output({ url: url(inside) }).href).toBe(url(outside).href)
  }
})

it('leads from a shared link to no page outside of it', () => {
  const { output } = rewriteFor({ secret: 'SECRET', kept: [] }, 'prd_1')
  for (const path of ['/', '/account/tokens', '/products/prd_2', '/products/prd_12/goals'])
    expect(output({ url: url(path) }).pathname).toBe('/share/SECRET')
})
