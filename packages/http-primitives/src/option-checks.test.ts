import { expect, it } from 'vitest'
import { assertMembers, assertTexts } from './option-checks.ts'

it.each<readonly [unknown, string]>([
  [undefined, 'options must be an object.'],
  [null, 'options must be an object.'],
  ['text', 'options must be an object.'],
  [{}, 'run must be a function.'],
  [{ run: 1 }, 'run must be a function.'],
  [{ run() {}, name: 1 }, 'name must be a string.'],
  [{ run() {}, more: null }, 'more must be an object.'],
])('an invalid option is named in the error: %j', (options, message) => {
  const check = () => assertMembers('', options, { run: 'function', name: 'string?', more: 'object?' })
  expect(check).toThrow(new TypeError(message))
})

it('options are accepted without optional members, and with methods of a class', () => {
  class Store {
    run() {}
  }
  expect(() => assertMembers('', { run() {} }, { run: 'function', name: 'string?' })).not.toThrow()
  expect(() => assertMembers('store', new Store(), { run: 'function' })).not.toThrow()
  expect(() => assertMembers('store', {}, { run: 'function' })).toThrow('store.run must be a function.')
})

it.each([[undefined], ['a'], [[1]], [['']], [{ 0: 'a' }]])(
  'a value that is not a list of strings is rejected: %j',
  (value) => {
    expect(() => assertTexts('scopes', value)).toThrow('scopes must be an array of non-empty strings.')
  },
)
