import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { clientTypes } from './client-types.ts'
import { dimensionTable } from './dimension-table.ts'

const committed = (name: string) => readFile(new URL(`../src/api/${name}`, import.meta.url), 'utf8')

it('the dashboard has the types of the service; `pnpm --filter @footfall/dashboard generate` brings them up to date', async () => {
  expect((await committed('schema.ts')) === (await clientTypes())).toBe(true)
})

it('the dashboard has the dimensions of the service; `pnpm --filter @footfall/dashboard generate` brings them up to date', async () => {
  expect(await committed('dimension-table.ts')).toBe(dimensionTable())
})
