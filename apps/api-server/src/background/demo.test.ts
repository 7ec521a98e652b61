import { parseSettings } from '@footfall/config'
import { SECOND_MS } from '@footfall/core-domain'
import { type CollectorFixture, openCollectorFixture } from '@footfall/ingest/test-support'
import { testDatabase } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoTasks } from './demo.ts'

const TRAFFIC = 'Traffic of the demo'

describe('tasks of the demo', () => {
  const database = testDatabase('sqlite')
  let fixture: CollectorFixture
  beforeAll(async () => {
    fixture = await openCollectorFixture()
  })
  afterAll(() => fixture.close())

  async function openTasks(environment: Readonly<Record<string, string>>) {
    const collector = await fixture.openCollector()
    const demo = {
      base_url: 'http://localhost',
      email: 'demo@example.com',
      password: '',
      account_token: '',
      products: [{ id: collector.product, name: 'Demo', kind: 'website' as const }],
      ingest: {
        event_url: '',
        crawls_url: '',
        payments_url: '',
        tracker_url: '',
        product: collector.product,
        keys: { api: '', payment: '', crawler_intake: '' },
      },
      created_at: '2026-11-20T12:00:00.000Z',
    }
    const tasks = new Map<string, () => Promise<void>>()
    demoTasks(
      {
        settings: parseSettings(environment),
        demo,
        collector: collector.ingest.collector,
        control: database,
        engine: fixture.engine,
        clock: collector.clock,
      },
      (name, _everyMs, task) => {
        tasks.set(name, task)
        return { stop: async () => {} }
      },
    )
    return { collector, tasks }
  }

  it('sends events to the demo unless DEMO_TRAFFIC is 0', async () => {
    const on = await openTasks({ DEMO: '1' })
    expect([...on.tasks.keys()]).toEqual([TRAFFIC, 'Search Console of the demo'])
    for (let i = 0; i < 120; i++) {
      on.collector.clock.advance(5 * SECOND_MS)
      await on.tasks.get(TRAFFIC)?.()
    }
    expect((await on.collector.rows()).length).toBeGreaterThan(0)
    await on.collector.close()

    const off = await openTasks({ DEMO: '1', DEMO_TRAFFIC: '0' })
    expect([...off.tasks.keys()]).toEqual([])
    await off.collector.close()
  })
})
