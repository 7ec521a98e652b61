import { ProductId } from '@footfall/core-domain'
import { rollupDifference } from '@footfall/ingest/test-support'
import { openTestCluster } from '@footfall/warehouse/test-support'
import { describe, expect, it } from 'vitest'
import { generateDemoTraffic } from './generate.ts'

describe('demo traffic on a cluster', () => {
  it('demo traffic on a cluster is generated once, however often it is requested', async () => {
    const { cluster, close } = await openTestCluster()
    const id = ProductId.parse('prd_demo')
    const now = Date.parse('2026-11-20T12:00:00Z')
    for (let time = 0; time < 2; time++)
      await generateDemoTraffic(cluster, { products: [{ id, kind: 'docs' }], now, days: 5 })
    const [made] = await cluster.rows<{ n: string }>(`SELECT count() AS n FROM events WHERE product_id = '${id}'`)
    expect(Number(made?.n)).toBeGreaterThan(1000)
    expect(await rollupDifference(cluster, id)).toEqual([])
    await close()
  })
})
