import { describe, expect, it } from 'vitest'
import { isLoopbackRedirect, redirectUriProblem, withParameters } from './redirect-uri.ts'

describe('a redirect URI that is registered', () => {
  it.each([
    'https://client.example/cb',
    'https://client.example',
    'https://client.example:8443/cb?a=b&c',
    'https://xn--bcher-kva.example/cb',
    'http://127.0.0.1/cb',
    'http://127.0.0.1:8000/cb',
    'http://[::1]:8000/cb',
    'http://localhost:0/',
    'http://LOCALHOST:8000/cb',
  ])('may be %s', (uri) => expect(redirectUriProblem(uri)).toBeUndefined())

  it.each([
    ['javascript:alert(1)', 'not_a_url'],
    ['JavaScript:alert(1)', 'not_a_url'],
    ['data:text/html,x', 'not_a_url'],
    ['file:///etc/passwd', 'not_a_url'],
    ['myapp://callback', 'not_a_url'],
    ['urn:ietf:wg:oauth:2.0:oob', 'not_a_url'],
    ['//client.example/cb', 'not_a_url'],
    ['/cb', 'not_a_url'],
    ['', 'not_a_url'],
    ['https:/client.example/cb', 'not_a_url'],
    ['https:client.example', 'not_a_url'],
    ['https://', 'not_a_url'],
    ['https://client.example\\@evil.example/', 'not_a_url'],
    ['https://client.example/c b', 'not_a_url'],
    [' https://client.example/cb', 'not_a_url'],
    ['https://client.example/cb\n', 'not_a_url'],
    ['https://client.example/\r\nSet-Cookie:a', 'not_a_url'],
    ['https://bücher.example/cb', 'not_a_url'],
    ['https://client.example/"onload=', 'not_a_url'],
    ['https://client.example:99999/cb', 'not_a_url'],
    [`https://client.example/${'x'.repeat(2000)}`, 'too_long'],
    ['https://client.example/cb#', 'fragment'],
    ['https://client.example/cb#x', 'fragment'],
    ['https://user@client.example/cb', 'credentials'],
    ['https://user:pass@client.example/cb', 'credentials'],
    ['https://@client.example/cb', 'credentials'],
    ['http://127.0.0.1@evil.example/cb', 'credentials'],
    ['http://client.example/cb', 'http_beyond_loopback'],
    ['http://127.0.0.1.evil.example/cb', 'http_beyond_loopback'],
    ['http://localhost.evil.example/cb', 'http_beyond_loopback'],
    ['http://localhost./cb', 'http_beyond_loopback'],
    ['http://127.0.0.2/cb', 'http_beyond_loopback'],
    ['http://127.1/cb', 'http_beyond_loopback'],
    ['http://2130706433/cb', 'http_beyond_loopback'],
    ['http://0x7f.0.0.1/cb', 'http_beyond_loopback'],
    ['http://0177.0.0.1/cb', 'http_beyond_loopback'],
    ['http://[::ffff:127.0.0.1]/cb', 'http_beyond_loopback'],
    ['http://[0:0:0:0:0:0:0:1]/cb', 'http_beyond_loopback'],
    ['http://0.0.0.0/cb', 'http_beyond_loopback'],
    ['http://192.168.0.1/cb', 'http_beyond_loopback'],
  ])('may not be %j: %s', (uri, problem) => expect(redirectUriProblem(uri)).toBe(problem))
})

describe('a redirect', () => {
  it.each([
    ['https://a.example/cb', 'https://a.example/cb?code=x+y'],
    ['https://a.example/cb?q=%20z', 'https://a.example/cb?q=%20z&code=x+y'],
    ['https://a.example/cb?', 'https://a.example/cb?code=x+y'],
    ['https://a.example', 'https://a.example?code=x+y'],
  ])('keeps %s as it was registered', (uri, location) => {
    expect(withParameters(uri, { code: 'x y', state: undefined })).toBe(location)
  })

  it('is on loopback by its host, whatever the scheme', () => {
    expect(isLoopbackRedirect('https://localhost:1/cb')).toBe(true)
    expect(isLoopbackRedirect('http://[::1]/cb')).toBe(true)
    expect(isLoopbackRedirect('https://localhost.example/cb')).toBe(false)
  })
})
