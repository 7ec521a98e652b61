import { LocalDate, timestamp } from '@footfall/core-domain'
import { seedToken } from '@footfall/testkit'
import { connect } from './test-support-connections.ts'
import type { Sent, Stage } from './test-support-writes.ts'

export interface DashboardScenario {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly creates?: true
  /** Whether afterwards the thing is gone that the caller had to have, so that even a replay is refused. */
  readonly removesItsProduct?: true
  /** Whether afterwards the account is gone that called, so that even a replay is refused. */
  readonly removesItsCaller?: true
  /** A change that is fine. */
  prepare(stage: Stage): Promise<Sent>
}

async function annotation({ database, product }: Stage): Promise<string> {
  const id = database.ids.annotation()
  const at = timestamp(database.clock.now())
  const date = LocalDate.parse('2026-11-01')
  const made = { id, date, title: 'Launch', created_at: at, revision: 1, updated_at: at }
  await database.store.annotations.insert(product, made)
  return `/api/v1/products/${product}/annotations/${id}`
}

async function app({ database, product }: Stage): Promise<string> {
  const id = database.ids.app()
  const at = timestamp(database.clock.now())
  const made = { name: 'App', bundle_id: 'com.example', created_at: at, revision: 1, updated_at: at }
  await database.store.apps.insert(product, { ...made, id, platform: 'ios' })
  return `/api/v1/products/${product}/apps/${id}`
}

async function token({ database, seeded }: Stage): Promise<string> {
  const made = await seedToken(database, seeded.people.owner.account, { scopes: ['team:read'] })
  return `/api/v1/access-tokens/${made.token.id}`
}

/** One for each write that people do in the dashboard only. */
export const DASHBOARD_SCENARIOS: Readonly<Record<string, DashboardScenario>> = {
  dashboard_annotations_create: {
    method: 'POST',
    creates: true,
    prepare: async ({ product }) => ({
      path: `/api/v1/products/${product}/annotations`,
      body: { date: '2026-11-01', title: 'Launch' },
    }),
  },
  dashboard_annotations_update: {
    method: 'PATCH',
    prepare: async (on) => ({ path: await annotation(on), body: { title: 'Relaunch' } }),
  },
  dashboard_annotations_delete: { method: 'DELETE', prepare: async (on) => ({ path: await annotation(on) }) },
  dashboard_apps_delete: { method: 'DELETE', prepare: async (on) => ({ path: await app(on) }) },
  dashboard_products_delete: {
    method: 'DELETE',
    removesItsProduct: true,
    prepare: async ({ product }) => ({ path: `/api/v1/products/${product}`, body: { name: 'Example' } }),
  },
  dashboard_keys_create_intake: {
    method: 'POST',
    creates: true,
    prepare: async ({ product }) => ({
      path: `/api/v1/products/${product}/intake-keys`,
      body: { name: 'Checkout', kind: 'payment' },
    }),
  },
  dashboard_tokens_update: {
    method: 'PATCH',
    prepare: async (on) => ({ path: await token(on), body: { name: 'Renamed' } }),
  },
  dashboard_tokens_replace: {
    method: 'POST',
    creates: true,
    prepare: async (on) => ({ path: `${await token(on)}/replacement`, body: {} }),
  },
  dashboard_connections_revoke: {
    method: 'DELETE',
    prepare: async ({ database, seeded, product }) => ({
      path: `/api/v1/connections/${await connect(database, seeded.people.owner.account.id, [product])}`,
    }),
  },
  dashboard_account_delete: {
    method: 'DELETE',
    removesItsCaller: true,
    prepare: async ({ database, seeded, product }) => {
      const { account } = seeded.people.owner
      const { member } = seeded.people.admin
      await database.store.members.setRole(product, member, 'owner', timestamp(database.clock.now()))
      return { path: '/api/v1/account', body: { email: account.email } }
    },
  },
  dashboard_account_update: {
    method: 'PATCH',
    prepare: async () => ({ path: '/api/v1/account', body: { name: 'Renamed' } }),
  },
}
