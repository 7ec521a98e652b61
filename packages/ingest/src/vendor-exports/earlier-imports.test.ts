import { ImportId, LocalDate, ProductId } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { earlierFrom } from './earlier-days.ts'
import { earlierImports } from './earlier-imports.ts'
import { exportBench } from './test-support/export-fixture.ts'
import { umamiExport } from './test-support/umami-export.ts'

const bench = exportBench()

it('reads the ids of a day in pieces, in their order and each once', async () => {
  const day = LocalDate.parse('2026-03-01')
  const { csv, rows } = umamiExport(day, 1)
  await bench.text('prd_pieces', csv)
  const product = ProductId.parse('prd_pieces')
  const imports = earlierImports(bench.engine, product, ImportId.parse('imp_other'), undefined, 2)
  const pieces: (readonly string[])[] = []
  for await (const ids of earlierFrom(await imports.days(), imports.idsOf).eventIds(day)) pieces.push(ids)
  expect(pieces.map((ids) => ids.length)).toEqual([
    ...Array(Math.floor(rows / 2)).fill(2),
    ...(rows % 2 === 1 ? [1] : []),
  ])
  const stored = await bench.engine.rows<{ id: string }>(
    `SELECT lower(leftPad(hex(id), 16, '0')) AS id FROM imported_event_ids WHERE product_id = '${product}' ORDER BY id`,
  )
  expect(pieces.flat()).toEqual(stored.map(({ id }) => id))
  expect(new Set(pieces.flat()).size).toBe(rows)
})
