import { memoryRecords } from '@footfall/idempotency'
import { expect, it } from 'vitest'
import {
  type DomainSpec,
  defineDomain,
  type HostOptions,
  type HostPrincipal,
  type HostResource,
} from './define-domain.ts'

type Spec = DomainSpec<string, string, string, HostPrincipal, HostResource<string>, object>
const spec: Spec = { scopes: ['a'], roles: ['clerk'], resource: { name: 'shop', find: () => undefined } }
const options: HostOptions<HostPrincipal, HostResource<string>, object> = {
  ...{ name: 'shop', title: 'Shop', version: '1', description: 'A shop.', baseUrl: 'https://shop.example' },
  ...{ operations: [], store: {}, records: memoryRecords(), key: new Uint8Array(32), now: () => 0 },
  transaction: (work) => work({}),
  audit: () => undefined,
  authenticate: () => undefined,
  randomBytes: (count) => new Uint8Array(count),
  log: { error() {}, warn() {} },
}

const messageOf = (make: () => unknown): string => {
  try {
    make()
  } catch (error) {
    return error instanceof TypeError ? error.message : `no TypeError: ${String(error)}`
  }
  return 'accepted'
}

it.each<readonly [string, object]>([
  ['scopes', { scopes: undefined }],
  ['scopes', { scopes: 'a' }],
  ['scopes', { scopes: [1] }],
  ['roles', { roles: {} }],
  ['resource', { resource: undefined }],
  ['resource.name', { resource: { find() {} } }],
  ['resource.find', { resource: { name: 'shop' } }],
  ['codes', { codes: 'sold_out' }],
])('rejects a domain in one line that begins with the name of the option: %s of %j', (name, change) => {
  expect(messageOf(() => defineDomain({ ...spec, ...change } as Spec))).toMatch(new RegExp(`^${name} must be [^\\n]+$`))
})

it.each<readonly [string, object]>([
  ['name', { name: undefined }],
  ['baseUrl', { baseUrl: 'shop' }],
  ['operations', { operations: {} }],
  ['store', { store: undefined }],
  ['transaction', { transaction: undefined }],
  ['records', { records: undefined }],
  ['records.read', { records: {} }],
  ['audit', { audit: null }],
  ['authenticate', { authenticate: 'token' }],
  ['admit', { admit: true }],
  ['key', { key: 'x'.repeat(32) }],
  ['key', { key: new Uint8Array(31) }],
  ['key', { key: [] }],
  ['now', { now: 0 }],
  ['randomBytes', { randomBytes: undefined }],
  ['log.error', { log: {} }],
])('rejects a host in one line that begins with the name of the option: %s of %j', (name, change) => {
  const make = () => defineDomain(spec).host({ ...options, ...change } as typeof options)
  expect(messageOf(make)).toMatch(new RegExp(`^${name.replace('.', '\\.')} must be [^\\n]+$`))
})

it('accepts a domain and its host with all required options, and rejects them without any', () => {
  expect(messageOf(() => defineDomain(spec).host(options))).toBe('accepted')
  expect(messageOf(() => defineDomain(undefined as unknown as Spec))).toBe('options must be an object.')
  expect(messageOf(() => defineDomain(spec).host({} as typeof options))).toBe('name must be a string.')
})
