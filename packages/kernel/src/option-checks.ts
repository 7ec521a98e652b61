import { assertMembers, assertTexts } from '@footfall/http-primitives'

const KEY_BYTES_MIN = 32

/** Throws a `TypeError` that begins with the name of what is missing or of the wrong type in a domain. */
export function assertSpec(spec: {
  readonly scopes: unknown
  readonly roles: unknown
  readonly resource: unknown
}): void {
  assertMembers('', spec, { scopes: 'object', roles: 'object', resource: 'object', codes: 'object?' })
  assertTexts('scopes', spec.scopes)
  assertTexts('roles', spec.roles)
  assertMembers('resource', spec.resource, { name: 'string', id: 'object?', find: 'function' })
}

/** The same for what a service of a domain is made of. */
export function assertHostOptions(options: {
  readonly operations: unknown
  readonly baseUrl: string
  readonly records: unknown
  readonly key: unknown
  readonly log: unknown
  readonly store: unknown
}): void {
  assertMembers('', options, {
    ...{ name: 'string', title: 'string', version: 'string', description: 'string', baseUrl: 'string' },
    ...{ operations: 'object', records: 'object', key: 'object', log: 'object' },
    ...{
      transaction: 'function',
      audit: 'function',
      authenticate: 'function',
      now: 'function',
      randomBytes: 'function',
    },
    ...{ isActive: 'function?', admit: 'function?' },
  })
  const { operations, baseUrl, records, key, log, store } = options
  if (store === undefined) throw new TypeError('store must be the store of the operations.')
  if (!Array.isArray(operations)) throw new TypeError('operations must be an array.')
  if (!URL.canParse(baseUrl)) throw new TypeError(`baseUrl must be a URL, not ${JSON.stringify(baseUrl)}.`)
  assertMembers('records', records, { read: 'function', claimWithin: 'function', completeWithin: 'function' })
  assertMembers('log', log, { error: 'function' })
  assertKey('key', key)
}

/** At least 32 secret bytes, or several such keys of which the first is the current one. */
export function assertKey(name: string, key: unknown): void {
  const keys: readonly unknown[] = Array.isArray(key) ? key : [key]
  const areKeys = keys.length > 0 && keys.every((each) => each instanceof Uint8Array && each.length >= KEY_BYTES_MIN)
  if (!areKeys)
    throw new TypeError(`${name} must be a Uint8Array of at least ${KEY_BYTES_MIN} bytes, or an array of them.`)
}
