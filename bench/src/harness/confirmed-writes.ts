import { randomBytes } from 'node:crypto'
import { operationServices, parseSettings } from '@footfall/config'
import {
  type AccountId,
  type Analytics,
  accessLimits,
  idFactory,
  type ProductId,
  randomBase62,
  timestamp,
} from '@footfall/core-domain'
import { authorityOf, execute, issueRootToken, OPERATIONS, type Operation, type Outcome } from '@footfall/operations'
import { type AccountTokenPrincipal, SCOPES, scopeSet } from '@footfall/scopes-policy'
import { type ControlData, openStore, type StoreConfig } from '@footfall/storage'

export const clock = { now: () => Date.now() }
export const random = { bytes: (count: number) => randomBytes(count) }
const ids = idFactory(random)
const ORIGIN = { channel: 'rest', address: undefined, requestId: undefined } as const

export type ConfirmedWrites = Awaited<ReturnType<typeof openConfirmedWrites>>

/** A product, and tokens that rename it as REST does, by `execute` with every check. */
export async function openConfirmedWrites(config: StoreConfig, analytics: Analytics) {
  const control = openStore(config, { clock, random })
  await control.migrate()
  const { account, product } = await seedProduct(control)
  const settings = parseSettings({ RATE_LIMIT_WRITES: '0' })
  const services = operationServices({ settings, control, key: random.bytes(32), analytics, clock, random })
  return {
    control,
    product,
    token: (approval = false) => seedToken(control, account, approval),
    rename: (principal: AccountTokenPrincipal): Promise<Outcome> =>
      execute(
        operation('service_products_update'),
        principal,
        { path: { product }, query: {}, body: () => ({ name: randomBase62(random, 10) }) },
        services,
        { confirm: true, key: randomBase62(random, 20) },
        ORIGIN,
      ),
    close: () => control.store.close(),
  }
}

export async function perSecond(times: number, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  for (let i = 0; i < times; i++) await work()
  return (times * 1000) / (performance.now() - started)
}

async function seedProduct({ store }: ControlData): Promise<{ account: AccountId; product: ProductId }> {
  const at = timestamp(clock.now())
  const account = { id: ids.account(), email: 'bench@example.com', name: 'Bench', language: null, created_at: at }
  const product = ids.product()
  await store.transaction(async (tx) => {
    await tx.store.accounts.insert(account)
    await tx.store.products.insert(
      { id: product, name: 'Bench', timezone: 'UTC' as never, created_at: at },
      { member: ids.member(), account: account.id },
    )
  })
  return { account: account.id, product }
}

async function seedToken(
  { store }: ControlData,
  account: AccountId,
  approval: boolean,
): Promise<AccountTokenPrincipal> {
  const request = { name: 'Bench', scopes: [...SCOPES], products: { mode: 'all' as const }, approval }
  const { token } = await store.transaction((tx) =>
    issueRootToken(account, request, { store: tx.store, clock, random, ids }),
  )
  return {
    kind: 'account_token',
    token: token.id,
    account,
    scopes: scopeSet(token.scopes),
    selection: token.products,
    limits: accessLimits(token),
    lineage: [token.id],
    authority: authorityOf(token),
  }
}

function operation(tool: string): Operation {
  const found = OPERATIONS.find((candidate) => candidate.name === tool)
  if (found === undefined) throw new Error(`there is no ${tool}`)
  return found
}
