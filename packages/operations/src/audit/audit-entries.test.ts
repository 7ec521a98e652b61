import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')

const sources = ['packages', 'apps'].flatMap((floor) =>
  readdirSync(join(ROOT, floor)).flatMap((name) => {
    const src = join(ROOT, floor, name, 'src')
    return readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|test-support/.test(path))
      .map((path) => ({ path: relative(ROOT, join(src, path)), text: readFileSync(join(src, path), 'utf8') }))
  }),
)

it('appends to the audit log in recordChange only, so that every entry is built in one place', () => {
  const appending = sources.filter(({ text }) => /audit(Repository\([^)]*\))?\s*\??\.append\(/.test(text))
  expect(appending.map(({ path }) => path)).toEqual(['packages/core-domain/src/audit-entry.ts'])
})
