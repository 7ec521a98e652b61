import { expect, it } from 'vitest'
import { bindBrowser, boundBrowser } from './browser-binding.ts'

const bytes = (count: number) => new Uint8Array(count).fill(7)
const VALUE = Buffer.from(bytes(32)).toString('base64url')

it('gives a browser over https a cookie that no subdomain can plant and no script can read', () => {
  const { setCookie, hash } = bindBrowser('https://auth.example', undefined, bytes)
  expect(setCookie).toBe(`__Host-oauth_browser=${VALUE}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure`)
  expect(hash).not.toContain(VALUE)
  expect(boundBrowser('https://auth.example', `a=b; __Host-oauth_browser=${VALUE}`)).toBe(hash)
})

it('keeps the value of a browser that has one, so that two tabs both stand', () => {
  const own = 'A'.repeat(43)
  const { setCookie } = bindBrowser('http://localhost:3000', `oauth_browser=${own}`, bytes)
  expect(setCookie).toContain(`oauth_browser=${own};`)
})

it.each(['', 'oauth_browser=short', `oauth_browser=${VALUE}; oauth_browser=${VALUE}`, `xoauth_browser=${VALUE}`])(
  'takes none of the cookies %j as a binding',
  (cookies) => expect(boundBrowser('http://localhost:3000', cookies)).toBeUndefined(),
)

it('does not take the cookie without the prefix over https', () => {
  expect(boundBrowser('https://auth.example', `oauth_browser=${VALUE}`)).toBeUndefined()
})
