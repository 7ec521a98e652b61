import { describe, expect, it } from 'vitest'
import {
  isLoopbackRedirect,
  isPrivateUseUri,
  isRegisteredRedirect,
  redirectUriProblem,
  withParameters,
} from './redirect-uri.ts'

describe('redirectUriProblem', () => {
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
  ])('accepts the redirect URI %s', (uri) => expect(redirectUriProblem(uri)).toBeUndefined())

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
  ])('rejects the redirect URI %j: %s', (uri, problem) => expect(redirectUriProblem(uri)).toBe(problem))
})

describe('a redirect URI', () => {
  it.each([
    ['https://a.example/cb', 'https://a.example/cb?code=x+y'],
    ['https://a.example/cb?q=%20z', 'https://a.example/cb?q=%20z&code=x+y'],
    ['https://a.example/cb?', 'https://a.example/cb?code=x+y'],
    ['https://a.example', 'https://a.example?code=x+y'],
  ])('appends response parameters to %s unchanged', (uri, location) => {
    expect(withParameters(uri, { code: 'x y', state: undefined })).toBe(location)
  })

  it('recognizes loopback redirect URIs by their host, with any scheme', () => {
    expect(isLoopbackRedirect('https://localhost:1/cb')).toBe(true)
    expect(isLoopbackRedirect('http://[::1]/cb')).toBe(true)
    expect(isLoopbackRedirect('https://localhost.example/cb')).toBe(false)
  })
})

describe('isRegisteredRedirect', () => {
  it.each([
    ['http://127.0.0.1/cb', 'http://127.0.0.1:54321/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:80/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:65535/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1/cb'],
    ['http://[::1]/cb', 'http://[::1]:8000/cb'],
    ['http://localhost/cb?a=b', 'http://localhost:1/cb?a=b'],
    ['http://localhost', 'http://localhost:8000'],
    ['http://localhost/', 'http://localhost:8000/'],
    ['http://127.0.0.1:8000/cb', 'http://127.0.0.1:8000/cb'],
    ['https://client.example/cb', 'https://client.example/cb'],
  ])('matches the registered redirect URI %s with %s', (registered, uri) => {
    expect(isRegisteredRedirect(uri, ['https://other.example/cb', registered])).toBe(true)
  })

  it.each([
    ['another port than the registered one', 'http://127.0.0.1:8000/cb', 'http://127.0.0.1:8001/cb'],
    ['no port where one is registered', 'http://127.0.0.1:8000/cb', 'http://127.0.0.1/cb'],
    ['an empty registered port is a port', 'http://127.0.0.1:/cb', 'http://127.0.0.1:8000/cb'],
    ['another loopback host', 'http://127.0.0.1/cb', 'http://localhost:8000/cb'],
    ['another loopback address', 'http://127.0.0.1/cb', 'http://127.0.0.2:8000/cb'],
    ['https for http', 'http://localhost/cb', 'https://localhost:8000/cb'],
    ['https on loopback', 'https://localhost/cb', 'https://localhost:8000/cb'],
    ['a port of a public host', 'https://client.example/cb', 'https://client.example:8443/cb'],
    ['another path', 'http://localhost/cb', 'http://localhost:8000/cb/x'],
    ['no path', 'http://localhost/cb', 'http://localhost:8000'],
    ['a path for none', 'http://localhost', 'http://localhost:8000/cb'],
    ['a slash for no path', 'http://localhost', 'http://localhost:8000/'],
    ['another query', 'http://localhost/cb?a=b', 'http://localhost:8000/cb?a=c'],
    ['a query for none', 'http://localhost/cb', 'http://localhost:8000/cb?a=b'],
    ['a fragment', 'http://localhost/cb', 'http://localhost:8000/cb#x'],
    ['credentials', 'http://localhost/cb', 'http://localhost:8000@evil.example/cb'],
    ['credentials before the host', 'http://localhost/cb', 'http://user@localhost:8000/cb'],
    ['a longer host', 'http://localhost/cb', 'http://localhost.evil.example:8000/cb'],
    ['port 0', 'http://localhost/cb', 'http://localhost:0/cb'],
    ['an empty port', 'http://localhost/cb', 'http://localhost:/cb'],
    ['a port with a leading zero', 'http://localhost/cb', 'http://localhost:08000/cb'],
    ['a port above the last', 'http://localhost/cb', 'http://localhost:65536/cb'],
    ['a port in hexadecimal', 'http://localhost/cb', 'http://localhost:0x50/cb'],
    ['a line break', 'http://localhost/cb', 'http://localhost:8000/cb\n'],
    ['capitals in the host', 'http://localhost/cb', 'http://LOCALHOST:8000/cb'],
    ['capitals in the scheme', 'http://localhost/cb', 'HTTP://localhost:8000/cb'],
  ])('rejects a redirect URI with %s', (_, registered, uri) =>
    expect(isRegisteredRedirect(uri, [registered])).toBe(false),
  )
})

describe('isPrivateUseUri', () => {
  it.each([
    'cursor://anysphere.cursor-retrieval/oauth/callback',
    'com.example.app:/oauth2redirect',
    'vscode://vscode.github-authentication/did-authenticate',
    'Cursor://x',
    'a+b.c-d:x',
  ])('recognizes %s as a private-use URI', (uri) => expect(isPrivateUseUri(uri)).toBe(true))

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    'blob:https://client.example/1',
    'about:blank',
    'ftp://client.example/cb',
    'ws://client.example/cb',
    'wss://client.example/cb',
    'view-source:https://client.example',
    'filesystem:https://client.example/x',
    'urn:ietf:wg:oauth:2.0:oob',
    'mailto:a@example.com',
    'http://client.example/cb',
    'https://client.example/cb',
    'https:',
    'cursor:',
    'cursor',
    '://x',
    '1cursor://x',
    ' cursor://x',
    'cursor://x\n',
    'java\nscript:alert(1)',
    'cursor://a b',
    'cursor://ü',
    'cursor://x#',
    'cursor://user@x/cb',
    `cursor://${'x'.repeat(2000)}`,
    '',
    '/cb',
  ])('does not recognize %j as a private-use URI', (uri) => expect(isPrivateUseUri(uri)).toBe(false))
})
