import { expect, it } from 'vitest'
import { lifetimesFrom } from '../lifetimes.ts'
import { bindBrowser, boundBrowser } from './browser-binding.ts'

const randomBytes = (count: number) => new Uint8Array(count).fill(7)
const VALUE = Buffer.from(randomBytes(32)).toString('base64url')
const settings = (issuer: string, lifetimesMs = lifetimesFrom()) => ({ issuer, randomBytes, lifetimesMs })

it('sets a __Host- cookie that scripts cannot read to bind a browser over https', () => {
  const { setCookie, hash } = bindBrowser(settings('https://auth.example'), undefined)
  expect(setCookie).toBe(`__Host-oauth_browser=${VALUE}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure`)
  expect(hash).not.toContain(VALUE)
  expect(boundBrowser('https://auth.example', `a=b; __Host-oauth_browser=${VALUE}`)).toBe(hash)
})

it('keeps an existing browser binding, so that consents in two tabs are valid', () => {
  const own = 'A'.repeat(43)
  const { setCookie } = bindBrowser(settings('http://localhost:3000'), `oauth_browser=${own}`)
  expect(setCookie).toContain(`oauth_browser=${own};`)
})

it.each(['', 'oauth_browser=short', `oauth_browser=${VALUE}; oauth_browser=${VALUE}`, `xoauth_browser=${VALUE}`])(
  'ignores the cookies %j as a browser binding',
  (cookies) => expect(boundBrowser('http://localhost:3000', cookies)).toBeUndefined(),
)

it('ignores a browser binding cookie without the __Host- prefix over https', () => {
  expect(boundBrowser('https://auth.example', `oauth_browser=${VALUE}`)).toBeUndefined()
})
