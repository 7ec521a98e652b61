import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { registryText } from './registry.ts'
import { ROOT, textOf } from './repository.ts'

const SOURCE = 'packages/operations/src'

describe('the registry of operations', () => {
  const folders: string[] = []
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
  })
  const registryOf = (files: Readonly<Record<string, string>>) => {
    const folder = mkdtempSync(join(tmpdir(), 'registry-'))
    folders.push(folder)
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return registryText(folder)
  }

  it('the registry is what `pnpm generate` generates from the files of the operations', () => {
    expect(textOf(`${SOURCE}/registry.ts`)).toBe(registryText(join(ROOT, SOURCE, 'features')))
  })

  it('lists a new operation because its file exists, after those whose order is fixed', () => {
    const text = registryOf({
      'team/list.ts': 'export const listMembers = defineRead({',
      'team/audit.ts': 'export const auditTeam = defineRead({',
      'team/audit.test.ts': 'export const ignored = defineRead({',
      'team/member.ts': 'export const memberParams = {}',
      'products/get.ts': 'export const getProduct = defineRead({',
    })
    expect(text).toContain('= [\n  getProduct,\n  listMembers,\n  auditTeam,\n]')
    expect(text).not.toContain('ignored')
    expect(text).not.toContain('memberParams')
  })

  it('rejects a file that defines two operations', () => {
    const twice = 'export const a = defineRead({})\nexport const b = defineWrite({})\n'
    expect(() => registryOf({ 'team/list.ts': twice })).toThrow('team/list.ts defines 2 operations')
  })
})
