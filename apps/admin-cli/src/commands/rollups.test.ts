import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openAnalyticsEngine, parseSettings } from '@footfall/config'
import { createRollups, rollupRoutes, serveOperator } from '@footfall/operate'
import { openStore } from '@footfall/storage'
import { seededRandom, settableClock } from '@footfall/testkit'
import { describe, expect, it } from 'vitest'
import { commandLine, NOW } from '../test-support/command-line.ts'
import { prepareService } from '../test-support/service.ts'

describe('footfall rollups', () => {
  const { dataDir, footfall, json } = commandLine()

  /** A service with events of 14 and 16 November, and of today. */
  async function importedService() {
    const service = await prepareService('sqlite', dataDir())
    const file = join(dataDir(), 'events.ndjson')
    const at = ['2026-11-14T10:00:00Z', '2026-11-16T10:00:00Z', '2026-11-21T10:00:00Z']
    const rows = at.map((timestamp) => ({
      timestamp,
      name: 'pageview',
      url: 'https://example.com/',
      ip: '203.0.113.7',
    }))
    await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    expect((await footfall(`import ${file} --product ${service.product}`)).code).toBe(0)
    return service
  }

  it('closes the past days of an import, and shows those that are not closed', async () => {
    const { product, close } = await importedService()
    expect(await json('rollups status')).toEqual({ products: [{ product, open: 1, dirty: 0 }] })
    expect(await json('rollups status --product example')).toEqual({ products: [{ product, open: 1, dirty: 0 }] })
    expect((await footfall('rollups status')).out).toBe(
      `PRODUCT${' '.repeat(product.length - 5)}OPEN  DIRTY\n${product}  1     0`,
    )
    await close()
  })

  it('recomputes days both without a running service and beside one that has the embedded engine', async () => {
    const { product, close } = await importedService()
    expect(await json(`rollups rebuild --product ${product}`)).toEqual({ products: [{ product, closed: 7 }] })

    const settings = parseSettings({ DATA_DIR: dataDir() })
    const dependencies = { clock: settableClock(NOW), random: seededRandom() }
    const control = openStore({ sqlite: { path: join(dataDir(), 'footfall.sqlite') } }, dependencies)
    const engine = await openAnalyticsEngine(settings)
    const rollups = createRollups({ store: control.store, engine, ...dependencies })
    const log = { info() {}, warn() {}, error() {} }
    const stop = await serveOperator(settings.dataDir, rollupRoutes(rollups), log)
    expect(await json('rollups status')).toEqual({ products: [{ product, open: 1, dirty: 0 }] })
    expect((await footfall('rollups rebuild')).out).toBe('Computed the numbers of 7 days of 1 product.')
    expect(await footfall('rollups status --product prd_none')).toMatchObject({
      code: 1,
      err: expect.stringContaining('The product prd_none does not exist'),
    })
    await stop()
    await engine.close()
    await control.store.close()
    await close()
  })

  it('says why a rebuild computes nothing for a product whose only day is today', async () => {
    const { product, close } = await prepareService('sqlite', dataDir())
    const file = join(dataDir(), 'today.ndjson')
    const event = {
      timestamp: '2026-11-21T10:00:00Z',
      name: 'pageview',
      url: 'https://example.com/',
      ip: '203.0.113.7',
    }
    await writeFile(file, JSON.stringify(event))
    expect((await footfall(`import ${file} --product ${product}`)).code).toBe(0)
    expect((await footfall('rollups rebuild')).out).toContain('A day has them an hour after it has ended in UTC')
    await close()
  })

  it('reports that a product does not exist', async () => {
    const { close } = await prepareService('sqlite', dataDir())
    expect(await footfall('rollups status --product prd_none')).toMatchObject({
      code: 1,
      err: expect.stringContaining('The product prd_none does not exist'),
    })
    await close()
  })
})
