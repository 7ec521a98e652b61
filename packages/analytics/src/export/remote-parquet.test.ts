import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LocalDate, ProductId, UTC } from '@footfall/core-domain'
import { profileOf } from '@footfall/ingest/test-support'
import { type ClickHouseHttp, seededRandom, settableClock, startClickHouseHttp } from '@footfall/testkit'
import type { Engine } from '@footfall/warehouse'
import { createSchema, openEngine } from '@footfall/warehouse'
import { engineShare } from '@footfall/warehouse/test-support'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openEventExport } from './event-export.ts'

let server: ClickHouseHttp
let engine: Engine
let directory: string
beforeAll(async () => {
  server = await startClickHouseHttp()
  directory = await mkdtemp(join(tmpdir(), 'footfall-remote-export-'))
  engine = await openEngine({ remote: { url: server.url, filesDirectory: directory } })
  await createSchema(engine)
})
afterAll(async () => {
  await engine.close()
  await server.stop()
  await rm(directory, { recursive: true, force: true })
})

it('converts an export to Parquet in this process if the server cannot read its files', async () => {
  const product = ProductId.parse('prd_remote')
  const event = (second: number) => ({
    product_id: product,
    ts: `2026-11-20 10:00:0${second}.125`,
    kind: 'custom',
    name: `it's "${second}"`,
    visitor: '7',
    visit: '8',
    hostname: 'example.com',
    path: '/ü',
    revenue: '29.9',
    currency: second === 1 ? 'EUR' : '',
    props: { line: 'a\nb' },
  })
  await engine.insert('events', 'JSONEachRow', [1, 2].map((at) => JSON.stringify(event(at))).join('\n'), 'block')
  const files = join(directory, 'exports')
  const clock = settableClock('2026-11-20T12:00:00.000Z')
  const exporting = await openEventExport({ engine, clock, random: seededRandom(), directory: files })
  const scope = { product, preferences: profileOf(product).preferences, goals: [], timezone: UTC }
  const day = LocalDate.parse('2026-11-20')
  const chunks: Uint8Array[] = []
  const reader = { share: engineShare('acc_reader'), signal: new AbortController().signal }
  for await (const chunk of exporting.events(scope, { from: day, to: day }, 'parquet', reader)) chunks.push(chunk)
  expect(await readdir(files)).toEqual([])

  const file = join(directory, 'file.parquet')
  await writeFile(file, Buffer.concat(chunks))
  // The server of the test is on this machine, and can.
  expect(
    await engine.rows(`SELECT toString(timestamp) AS at, name, url, revenue, props FROM file('${file}', 'Parquet')`),
  ).toEqual(
    [1, 2].map((second) => ({
      at: `2026-11-20 10:00:0${second}.125`,
      name: `it's "${second}"`,
      url: 'https://example.com/ü',
      revenue: second === 1 ? { amount: '29.9', currency: 'EUR' } : { amount: null, currency: null },
      props: { line: 'a\nb' },
    })),
  )
})
