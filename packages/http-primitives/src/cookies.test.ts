import { describe, expect, it } from 'vitest'
import { cookieValues, hostCookie } from './cookies.ts'

describe('cookies', () => {
  it('reads all values of a cookie name, and none of a longer name', () => {
    expect(cookieValues('a=1; ab=2;a = x; a=3 ', 'a')).toEqual(['1', '3'])
    expect(cookieValues(undefined, 'a')).toEqual([])
  })

  it('uses the __Host- prefix for a cookie over https', () => {
    expect(hostCookie('a', '1', 60, true)).toBe('__Host-a=1; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure')
    expect(hostCookie('a', '', 0, false)).toBe('a=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
  })
})
