import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { REGISTRIES } from './registry.ts'
import { ROOT, textOf } from './repository.ts'

describe('the registries', () => {
  const folders: string[] = []
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
  })
  const registryOf = (file: string, files: Readonly<Record<string, string>>) => {
    const folder = mkdtempSync(join(tmpdir(), 'registry-'))
    folders.push(folder)
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return REGISTRIES.find((one) => one.file === file)?.textOf(folder)
  }
  const operationsOf = (files: Readonly<Record<string, string>>) =>
    registryOf('packages/operations/src/registry.ts', files)

  it.each(REGISTRIES)('$file is what `pnpm generate` generates from $folder', ({ file, folder, textOf: generated }) => {
    expect(textOf(file)).toBe(generated(join(ROOT, folder)))
  })

  it('the registry of operations lists a new operation because its file exists, after those whose order is fixed', () => {
    const text = operationsOf({
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

  it('the registry of operations rejects a file that defines two', () => {
    const twice = 'export const a = defineRead({})\nexport const b = defineWrite({})\n'
    expect(() => operationsOf({ 'team/list.ts': twice })).toThrow('team/list.ts defines 2 entries')
  })

  it('the registry of alert kinds lists a new kind because its file exists, after those whose order is fixed', () => {
    const text = registryOf('packages/operations/src/features/alerts/kinds/registry.ts', {
      'crowd.ts': 'export const crowd = defineAlertKind(\n  rule,',
      'drop.ts': 'export const drop = defineAlertKind(rule, (',
      'index.ts': 'export const AlertRule = z.discriminatedUnion(',
      'spike.ts': 'export const spike = defineAlertKind(rule, (',
    })
    expect(text).toContain("import { crowd } from './crowd.ts'")
    expect(text).toContain('ALERT_KINDS = [spike, drop, crowd] as const')
  })

  const METHODS = {
    'card/card.ts': "export const card = defineSecondFactor('card', (",
    'card/reader.ts': 'export const CHALLENGE = defineChallenge({',
    'passkey/passkey.ts': "export const passkey = defineSecondFactor(\n  'passkey',",
    'password/sign-in.ts': 'export async function signIn() {}',
  }

  it('the registry of sign-in methods lists a new folder, after those whose order is fixed', () => {
    const text = registryOf('packages/accounts/src/methods/registry.ts', METHODS)
    expect(text).toContain('  passkey: passkey(dependencies),\n  card: card(dependencies),\n')
    expect(text).not.toMatch(/sign-in|CHALLENGE/)
  })

  const NAMES = 'packages/core-domain/src/ports/second-factor-methods.ts'

  it('the names of sign-in methods come from their definitions, in the same order', () => {
    expect(registryOf(NAMES, METHODS)).toContain("SECOND_FACTOR_METHODS = ['passkey', 'card'] as const")
  })

  it('the names of sign-in methods reject a definition whose name is not written in it', () => {
    const unnamed = { 'card/card.ts': 'export const card = defineSecondFactor(NAME, (' }
    expect(() => registryOf(NAMES, unnamed)).toThrow('card/card.ts does not begin with its name')
  })

  it('the registry of pages lists the methods that have a button or a form of their own', () => {
    const text = registryOf('packages/web/src/sign-in/methods/registry.ts', {
      'card.ts': "export const card = defineFactorPages('card', {",
      'factor-pages.ts': 'export function defineFactorPages() {}',
      'passkey.ts': "export const passkey = defineFactorPages('passkey', {",
    })
    expect(text).toContain('= [passkey, card]')
  })
})
