import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultSettings, ProductId, UTC } from '@footfall/core-domain'
import { seededRandom, settableClock } from '@footfall/testkit'
import type { Engine } from '@footfall/warehouse'
import { openTestCluster, type TestCluster } from '@footfall/warehouse/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importEvents } from './import-events.ts'
import { auditVisits, NO_DIFFERENCE, rollupDifference } from './test-support/audit-visits.ts'
import { writeSample } from './test-support/sample-file.ts'

let opened: TestCluster
let directory: string
beforeAll(async () => {
  opened = await openTestCluster()
  directory = await mkdtemp(join(tmpdir(), 'footfall-cluster-import-'))
})
afterAll(async () => {
  await opened.close()
  await rm(directory, { recursive: true, force: true })
})

const ROWS = 3000
const clock = settableClock('2026-11-20T12:00:00Z')
const importInto = (engine: Engine, product: string) =>
  importEvents({
    engine,
    profile: { product: ProductId.parse(product), ...defaultSettings(UTC) },
    file: join(directory, 'sample.ndjson'),
    format: 'ndjson',
    stateDir: join(directory, 'state'),
    geo: { lookup: () => ({ country: '', region: '', city: '' }) },
    clock,
    random: seededRandom('import'),
    blockBytes: 100_000,
    sliceRows: 700,
  })
const count = async (table: string, product: string) => {
  const [row] = await opened.engine.rows<{ n: string }>(
    `SELECT count() AS n FROM ${table} WHERE product_id = '${product}'`,
  )
  return Number(row?.n)
}

describe('an import into a cluster', () => {
  it('creates whole visits and their rollup, counts no row twice when interrupted, and leaves no staged rows', async () => {
    await writeSample(join(directory, 'sample.ndjson'), ROWS)
    let left = 2
    const dying: Engine = {
      ...opened.cluster,
      async run(statement, options) {
        await opened.cluster.run(statement, options)
        if (statement.startsWith('INSERT INTO events ') && --left === 0) throw new Error('killed')
      },
    }
    await expect(importInto(dying, 'prd_imported')).rejects.toThrow('killed')
    const summary = await importInto(opened.cluster, 'prd_imported')
    expect(summary).toMatchObject({ resumed: true, skipped: 0 })
    expect(await count('events', 'prd_imported')).toBe(summary.events)
    expect(summary.events + summary.strayEngagements).toBe(ROWS)
    expect(await auditVisits(opened.cluster, 'prd_imported')).toEqual(NO_DIFFERENCE)
    expect(await rollupDifference(opened.cluster, 'prd_imported')).toEqual([])
    expect(await opened.engine.rows('SELECT count() AS n FROM import_staging')).toEqual([{ n: '0' }])
  })
})
