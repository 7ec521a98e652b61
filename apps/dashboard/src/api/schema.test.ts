import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { clientTypes } from '../../scripts/client-types.ts'
import { dimensionTable } from '../../scripts/dimension-table.ts'

const committed = (name: string) => readFile(new URL(name, import.meta.url), 'utf8')

it('has the types of the service; `pnpm --filter @footfall/dashboard generate` brings them up to date', async () => {
  expect((await committed('./schema.ts')) === (await clientTypes())).toBe(true)
})

it('has the dimensions of the service; `pnpm --filter @footfall/dashboard generate` brings them up to date', async () => {
  expect(await committed('./dimension-table.ts')).toBe(dimensionTable())
})
