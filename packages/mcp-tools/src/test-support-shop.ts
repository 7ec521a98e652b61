import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type AuditRecord,
  created,
  defineDomain,
  type HostPrincipal,
  type HostResource,
  memoryRecords,
  NotFound,
  PublicError,
  type RecordStore,
} from '@footfall/kernel'
import { createRestRouter } from '@footfall/rest-adapter'
import express from 'express'
import { z } from 'zod'
import { createMcpEndpoint } from './endpoint/endpoint.ts'

/** A shop in memory: nothing of it knows products, visitors or statistics. */
export interface Shop {
  readonly invoices: { id: string; shop: string; customer: string; cents: number }[]
  readonly audit: AuditRecord[]
}

type Role = 'clerk' | 'owner'
const STAFF: Readonly<Record<string, Readonly<Record<string, Role>>>> = {
  ann: { north: 'owner', south: 'clerk' },
  bob: { north: 'clerk' },
}

const domain = defineDomain({
  scopes: ['invoices:read', 'invoices:write'],
  roles: ['clerk', 'owner'],
  resource: {
    name: 'shop',
    id: z.string().min(1).max(20),
    find(id, { actor }: HostPrincipal, _store: Shop): HostResource<Role> | undefined {
      const role = STAFF[actor]?.[id]
      return role === undefined ? undefined : { id, role }
    },
  },
  codes: {
    credit_exhausted: { status: 422, title: 'Credit exhausted', detail: 'The customer has no credit left.' },
    shop_closed: { status: 423, title: 'Shop closed', detail: 'The shop is closed.' },
  },
})

const CREDIT = 1_000_000
const FIELDS = { customer: z.string().min(1).max(100), cents: z.int().positive() }
const Invoice = z.object({ id: z.string(), ...FIELDS })

const listInvoices = domain.read({
  name: 'invoices_list',
  path: '/api/v1/shops/{shop}/invoices',
  title: 'List invoices',
  description: 'The invoices of a shop, oldest first.',
  scope: 'invoices:read',
  role: 'clerk',
  output: z.array(Invoice),
  writtenByOthers: ['[].customer'],
  run: async ({ store, resource }) => ({
    data: store.invoices.filter(({ shop }) => shop === resource.id).map(({ shop: _, ...invoice }) => invoice),
  }),
})

const createInvoice = domain.write({
  name: 'invoices_create',
  method: 'POST',
  path: '/api/v1/shops/{shop}/invoices',
  title: 'Create an invoice',
  description: 'Writes an invoice to a customer.',
  scope: 'invoices:write',
  role: 'owner',
  body: FIELDS,
  output: Invoice,
  creates: true,
  errors: ['credit_exhausted'],
  async plan({ resource, store }, fields) {
    const { customer, cents } = fields
    if (customer === 'Bankrupt') throw domain.error('credit_exhausted')
    if (cents > CREDIT) throw domain.error('credit_exhausted', `${customer} has credit for ${CREDIT / 100}.`)
    return {
      summary: `Invoice ${customer} over ${cents / 100}.`,
      changes: created(fields),
      revision: null,
      async commit(tx) {
        if (customer === 'nobody') throw new NotFound()
        if (customer === 'stranger') throw new PublicError('code_of_another_host', 'Secret of another host.')
        const result = { id: `inv_${store.invoices.length + 1}`, ...fields }
        tx.invoices.push({ ...result, shop: resource.id })
        return { result, subject: result.id }
      },
    }
  },
})

const countShops = domain.read({
  name: 'shops_count',
  path: '/api/v1/shops',
  title: 'Count shops',
  description: 'How many shops the caller works in.',
  scope: 'invoices:read',
  role: null,
  output: z.object({ shops: z.int() }),
  run: async ({ principal }) => ({ data: { shops: Object.keys(STAFF[principal.actor] ?? {}).length } }),
})

/** Tokens in this shop are `PERSON:SCOPE,SCOPE`. */
function principalOf(token: string): HostPrincipal | undefined {
  const [actor = '', scopes = ''] = token.split('/')
  return STAFF[actor] && { actor, credential: `cred_${token}`, scopes: new Set(scopes.split(',')) }
}

export interface ServedShop {
  readonly url: string
  readonly data: Shop
  readonly records: RecordStore<unknown>
  /** Of the callers whose requests were counted. */
  readonly addresses: (string | undefined)[]
  close(): Promise<void>
}

/** The shop over REST and MCP, on one port. `failing` makes the audit log fail. */
export async function serveShop(failing: { audit: boolean }): Promise<ServedShop> {
  const data: Shop = { invoices: [], audit: [] }
  const records = memoryRecords()
  const addresses: (string | undefined)[] = []
  let app: RequestListener | undefined
  const server = createServer((req, res) => app?.(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const host = domain.host({
    name: 'invoices',
    title: 'Invoices',
    version: '3.1.4',
    description: 'Invoices of a few shops.',
    baseUrl: url,
    operations: [listInvoices, createInvoice, countShops],
    store: data,
    async transaction(work) {
      const draft = structuredClone(data)
      const done = await work(draft)
      data.invoices.splice(0, data.invoices.length, ...draft.invoices)
      data.audit.splice(0, data.audit.length, ...draft.audit)
      return done
    },
    records,
    audit(tx, entry) {
      if (failing.audit) throw new Error('the audit log is full')
      tx.audit.push(entry)
    },
    authenticate: principalOf,
    async admit(_principal, address) {
      addresses.push(address)
      return []
    },
    key: new Uint8Array(32).fill(3),
    now: () => Date.UTC(2026, 0, 5),
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    log: { error() {}, warn() {} },
  })
  const mcp = createMcpEndpoint(host, {
    requestStateKey: new Uint8Array(32).fill(4),
    authorization: {
      resourceMetadataUrl: `${url}/.well-known/oauth-protected-resource/mcp`,
      scopes: { grantable: ['invoices:read'], initial: ['invoices:read'] },
    },
    instructions: () => 'This service keeps the invoices of a shop.',
  })
  app = express()
    .all('/mcp', (req, res) => mcp(req, res, { address: req.ip, requestId: 'req_1' }))
    .use(createRestRouter(host))
  return {
    url,
    data,
    records,
    addresses,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
