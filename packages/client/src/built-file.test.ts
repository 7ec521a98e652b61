import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { methodTable, schemaTypes } from '../scripts/api.ts'

const built = readFileSync(new URL('../dist/index.js', import.meta.url), 'utf8')
const committed = (name: string) => readFileSync(new URL(`generated/${name}`, import.meta.url), 'utf8')

it('the built client has at most 10 kB gzipped', () => {
  expect(gzipSync(built, { level: 9 }).byteLength).toBeLessThanOrEqual(10_000)
})

it('the built client imports nothing, and nothing that only Node.js has', () => {
  expect(built).not.toMatch(/\bimport\b|\brequire\(|\bprocess\.|\bBuffer\b/)
  const { dependencies, peerDependencies } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  expect({ dependencies, peerDependencies }).toEqual({})
})

it('the client has the operations of the service; `pnpm generate` brings them up to date', async () => {
  expect(committed('schema.ts') === (await schemaTypes())).toBe(true)
  expect(committed('operations.ts') === methodTable()).toBe(true)
})
