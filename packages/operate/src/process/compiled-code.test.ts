import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'

const MODULE = fileURLToPath(new URL('./compiled-code.ts', import.meta.url))
const OTHER = fileURLToPath(new URL('./thread-pool.ts', import.meta.url))
/** Loads another module after the call, as an executable does. */
const RUN = `
  import { keepCompiledCode } from ${JSON.stringify(MODULE)}
  keepCompiledCode()
  await import(${JSON.stringify(OTHER)})
  console.log('loaded')
`

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'footfall-compiled-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

function run(env: Readonly<Record<string, string>>): string {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', RUN], { env, encoding: 'utf8' })
  return stdout.trim()
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length

it('keeps compiled code in the folder for caches of the user', () => {
  expect(run({ HOME: home })).toBe('loaded')
  expect(filesIn(join(home, '.cache/footfall/compiled'))).toBeGreaterThan(0)
})

it('keeps compiled code where XDG_CACHE_HOME says', () => {
  expect(run({ HOME: home, XDG_CACHE_HOME: join(home, 'caches') })).toBe('loaded')
  expect(filesIn(join(home, 'caches/footfall/compiled'))).toBeGreaterThan(0)
})

it.each(['', 'caches', '../caches'])('ignores XDG_CACHE_HOME when it is the relative path “%s”', (named) => {
  expect(run({ HOME: home, XDG_CACHE_HOME: named })).toBe('loaded')
  expect(filesIn(join(home, '.cache/footfall/compiled'))).toBeGreaterThan(0)
})

it('makes the folder of compiled code readable by its user only', () => {
  run({ HOME: home })
  expect(statSync(join(home, '.cache/footfall/compiled')).mode & 0o077).toBe(0)
})

it('starts without keeping compiled code when the folder cannot be made', () => {
  writeFileSync(join(home, '.cache'), 'not a folder')
  expect(run({ HOME: home })).toBe('loaded')
})

it.each([
  ['NODE_COMPILE_CACHE', { NODE_COMPILE_CACHE: '/dev/null/nowhere' }],
  ['NODE_DISABLE_COMPILE_CACHE', { NODE_DISABLE_COMPILE_CACHE: '1' }],
])('keeps no compiled code in the folder of the user when %s is set', (_name, env) => {
  expect(run({ HOME: home, ...env })).toBe('loaded')
  expect(filesIn(home)).toBe(0)
})
