import { timestamp } from '@footfall/core-domain'
import { describeEachDialect } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { type CallingScenario, scenarioOn } from '../../test-support/index.ts'
import { deleteApp } from './delete.ts'

describeEachDialect('apps', (database) => {
  const addApp = async ({ product }: CallingScenario) => {
    const id = database.ids.app()
    const at = timestamp(database.clock.now())
    const app = {
      id,
      platform: 'ios',
      name: 'App',
      bundle_id: 'b',
      created_at: at,
      revision: 1,
      updated_at: at,
    } as const
    await database.store.apps.insert(product, app)
    return { app_id: id }
  }

  it('removes an app, and returns not_found for a removed or unknown one', async () => {
    const on = await scenarioOn(database)
    const admin = await on.person('admin')
    const path = await addApp(on)
    expect((await on.call(admin, deleteApp, { path })).data.result).toEqual({ id: path.app_id, deleted: true })
    expect(await database.store.apps.find(on.product, path.app_id)).toBeUndefined()
    expect((await on.call(admin, deleteApp, { path })).code).toBe('not_found')
    expect((await on.call(admin, deleteApp, { path: { app_id: 'whatever' } })).code).toBe('not_found')
  })

  it('returns not_found for an app of another product', async () => {
    const path = await addApp(await scenarioOn(database))
    const other = await scenarioOn(database)
    expect((await other.call(await other.person('owner'), deleteApp, { path })).code).toBe('not_found')
  })
})
