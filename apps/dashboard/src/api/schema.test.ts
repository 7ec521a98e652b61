import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { clientTypes } from '../../scripts/client-types.ts'

it('is what the service publishes; `pnpm --filter @footfall/dashboard generate` brings it up to date', async () => {
  const committed = await readFile(new URL('./schema.ts', import.meta.url), 'utf8')
  expect(committed === (await clientTypes())).toBe(true)
})
