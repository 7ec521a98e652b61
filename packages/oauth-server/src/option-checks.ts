import { assertMembers, assertTexts } from '@footfall/http-primitives'

/** The options that hold others. */
interface Options {
  readonly scopes: { readonly grantable: readonly string[]; readonly initial: readonly string[] }
  readonly stores: Readonly<Record<'clients' | 'consents' | 'codes' | 'devices' | 'connections', unknown>>
  readonly host: unknown
}

/** RFC 6749 §3.3. */
const SCOPE_TOKEN = /^[\x21\x23-\x5b\x5d-\x7e]+$/

/** Throws a `TypeError` that begins with the name of the option that is missing or of the wrong type. */
export function assertOptions(options: Options): void {
  assertMembers('', options, {
    issuer: 'string',
    resource: 'string',
    scopes: 'object',
    stores: 'object',
    host: 'object',
    now: 'function',
    randomBytes: 'function?',
    key: 'object?',
    extendedGrantTypes: 'object?',
    documents: 'object?',
    deviceGrant: 'object?',
  })
  assertScopes(options.scopes)
  assertStores(options.stores)
  assertMembers('host', options.host, {
    currentAccount: 'function',
    signInUrl: 'function',
    readGrant: 'function',
    renderConsent: 'function?',
    renderError: 'function?',
    mintToken: 'function?',
    exchangeToken: 'function?',
    revokeExchangedToken: 'function?',
    limit: 'function?',
    clientNetwork: 'function?',
    isUnavailable: 'function?',
    observe: 'function?',
  })
}

/** A client that asks for the initial scopes must be able to get them. */
function assertScopes({ grantable, initial }: Options['scopes']): void {
  for (const [name, scopes] of Object.entries({ 'scopes.grantable': grantable, 'scopes.initial': initial })) {
    assertTexts(name, scopes)
    const wrong = scopes.find((scope) => !SCOPE_TOKEN.test(scope))
    if (wrong !== undefined)
      throw new TypeError(`${name} holds ${JSON.stringify(wrong)}, which is not a scope (RFC 6749 §3.3).`)
  }
  const outside = initial.find((scope) => !grantable.includes(scope))
  if (outside !== undefined)
    throw new TypeError(`scopes.initial holds ${JSON.stringify(outside)}, which is not in scopes.grantable.`)
}

function assertStores(stores: Options['stores']): void {
  const names = (...methods: readonly string[]) =>
    Object.fromEntries(methods.map((name) => [name, 'function'] as const))
  assertMembers('stores', stores, {
    ...{ clients: 'object', consents: 'object', codes: 'object', devices: 'object', connections: 'object' },
    ...names('purgeExpired'),
  })
  assertMembers('stores.clients', stores.clients, names('register', 'find', 'list', 'remove'))
  assertMembers('stores.consents', stores.consents, names('add', 'find', 'approve', 'remove'))
  assertMembers('stores.codes', stores.codes, names('find', 'redeem', 'invalidate'))
  const ofDevices = ['add', 'find', 'findByUserCode', 'poll', 'approve', 'deny', 'redeem', 'consume']
  assertMembers('stores.devices', stores.devices, names(...ofDevices))
  const ofConnections = ['begin', 'find', 'findByAccessToken', 'findByRefreshToken', 'rotate', 'revoke', 'list']
  assertMembers('stores.connections', stores.connections, names(...ofConnections))
}
