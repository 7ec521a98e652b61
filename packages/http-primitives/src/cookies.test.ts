import { describe, expect, it } from 'vitest'
import { cookieValues, hostCookie } from './cookies.ts'

describe('cookies', () => {
  it('reads every value of a name and none of a name that merely begins like it', () => {
    expect(cookieValues('a=1; ab=2;a = x; a=3 ', 'a')).toEqual(['1', '3'])
    expect(cookieValues(undefined, 'a')).toEqual([])
  })

  it('binds a cookie to the host where the page is https', () => {
    expect(hostCookie('a', '1', 60, true)).toBe('__Host-a=1; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure')
    expect(hostCookie('a', '', 0, false)).toBe('a=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
  })
})
