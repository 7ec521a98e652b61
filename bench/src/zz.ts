import { randomBytes } from 'node:crypto'
import { idFactory, randomBase62, timestamp } from '@footfall/core-domain'
import { execute, issueRootToken, OPERATIONS } from '@footfall/operations'
import { operationServices, parseSettings } from '@footfall/runtime'
import { SCOPES, scopeSet } from '@footfall/scopes-policy'
import { openStore } from '@footfall/storage'
import { rmSync } from 'node:fs'
rmSync('/tmp/zzq', { recursive: true, force: true }); 
import { mkdirSync } from 'node:fs'; mkdirSync('/tmp/zzq')
const clock = { now: () => Date.now() }, random = { bytes: (n: number) => randomBytes(n) }, ids = idFactory(random)
const control = openStore({ sqlite: { path: '/tmp/zzq/x.sqlite' } }, { clock, random })
await control.migrate()
const at = timestamp(clock.now()); const { store } = control
const account = { id: ids.account(), email: 'b@e.com', name: 'B', created_at: at }
await store.accounts.insert(account); const product = ids.product()
await store.products.insert({ id: product, name: 'B', timezone: 'UTC' as never, created_at: at }, { member: ids.member(), account: account.id })
const { token } = await issueRootToken(account.id, { name: 'x', scopes: [...SCOPES], products: { mode: 'all' } }, { store, clock, random, ids })
const principal = { kind: 'account_token', token: token.id, account: account.id, scopes: scopeSet(token.scopes), selection: token.products, lineage: [token.id] } as const
const services = operationServices({ settings: parseSettings({ RATE_LIMIT_WRITES: '0' }), control, analytics: {} as never, clock, random })
const op = (t: string) => OPERATIONS.find((o) => o.tool === t) as never
const origin = { channel: 'rest', address: undefined, requestId: undefined } as const
const rename = (key: string, to: string) => execute(op('service_products_update'), principal, { path: { product }, query: {}, body: () => ({ name: to }) }, services, { confirm: true, key }, origin)
const read = () => execute(op('service_products_get'), principal, { path: { product }, query: {} }, services, { confirm: false }, origin)
const time = async (what: string, n: number, f: () => Promise<unknown>) => { for (let i = 0; i < n / 4; i++) await f(); const s = performance.now(); for (let i = 0; i < n; i++) await f(); console.log(what, ((performance.now() - s) * 1000 / n).toFixed(1), 'µs') }
const mode = process.argv[2]
await rename('r', 'R')
if (mode !== 'w') { await time('read', 20000, read); await time('replay', 20000, () => rename('r', 'R')) }
if (mode !== 'r') {
  await time('confirmed', 2000, () => rename(randomBase62(random, 20), randomBase62(random, 10)))
  await time('claim only', 2000, () => control.idempotency.claim({ owner: 'x', key: randomBase62(random, 20) as never, id: randomBase62(random, 20), operation: 'o', fingerprint: 'f' as never, claimedAt: 1, leaseUntil: 2 }))
  await time('peek', 2000, () => control.idempotency.peek({ owner: 'x', key: 'nope' as never }))
  await time('empty tx', 2000, () => store.transaction(async () => {}))
  await time('tokens.find', 2000, () => store.tokens.find(token.id))
  await time('rename tx', 2000, () => store.transaction(async (tx) => tx.products.rename(product, randomBase62(random, 10), at)))
}
await store.close()
