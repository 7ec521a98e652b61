import { expect, it } from 'vitest'
import { documentUrlProblem } from './document-url.ts'

const EXEMPT = new Set(['127.0.0.1:8123', 'dev.example:443'])

it.each(['https://client.example/client.json', 'https://client.example/a/b?v=1', 'https://client.example:443/c'])(
  'accepts %s as the URL of a client metadata document',
  (url) => expect(documentUrlProblem(url, new Set())).toBeUndefined(),
)

it.each([
  ['http://client.example/client.json', 'not_https'],
  ['https://client.example:8443/client.json', 'other_port'],
  ['https://client.example:80/client.json', 'other_port'],
  ['https://user@client.example/client.json', 'credentials'],
  ['https://@client.example/client.json', 'credentials'],
  ['https://client.example/client.json#x', 'fragment'],
  ['https://client.example/client.json#', 'fragment'],
  ['https://client.example', 'no_path'],
  ['https://client.example/', 'no_path'],
  ['https://client.example/?x=/client.json', 'no_path'],
  ['https://client.example/a/../client.json', 'dot_segments'],
  ['https://client.example/./client.json', 'dot_segments'],
  ['https://client.example/%2e%2E/client.json', 'dot_segments'],
  ['https://127.0.0.1/client.json', 'address_not_public'],
  ['https://0x7f.1/client.json', 'address_not_public'],
  ['https://169.254.169.254/latest', 'address_not_public'],
  ['https://[::1]/client.json', 'address_not_public'],
  ['https://[::ffff:10.0.0.1]/client.json', 'address_not_public'],
  ['https://localhost/client.json', 'address_not_public'],
  ['https://localhost./client.json', 'address_not_public'],
  ['https://database/client.json', 'address_not_public'],
  ['https://client.internal./client.json', 'address_not_public'],
  ['https://client.example\\client.json', 'malformed'],
  ['https://client.example/client json', 'malformed'],
  [`https://client.example/${'x'.repeat(2000)}`, 'malformed'],
])('rejects %s as the URL of a client metadata document: %s', (url, problem) =>
  expect(documentUrlProblem(url, new Set())).toBe(problem),
)

it('exempts a development host only from the rules for scheme, port and address', () => {
  expect(documentUrlProblem('http://127.0.0.1:8123/c', EXEMPT)).toBeUndefined()
  expect(documentUrlProblem('http://127.0.0.1:8124/c', EXEMPT)).toBe('not_https')
  expect(documentUrlProblem('http://user@127.0.0.1:8123/c', EXEMPT)).toBe('credentials')
  expect(documentUrlProblem('http://127.0.0.1:8123/', EXEMPT)).toBe('no_path')
})
