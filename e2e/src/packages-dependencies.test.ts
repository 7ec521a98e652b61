import { existsSync, globSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Manifest } from './packages-tarballs.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PAGE = readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8')

/** Permissive licences: they ask for their notice only. */
const PERMISSIVE = [
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
]
/** Accepted for tools, of which nothing is published. */
const FOR_TOOLS = [...PERMISSIVE, 'MPL-2.0', 'PSF-2.0', 'Python-2.0', 'Zlib']
/** Packages whose manifest names no licence in `license`, and what a file of theirs says. */
const STATED_IN_A_FILE: Readonly<Record<string, string>> = {
  '@modelcontextprotocol/inspector': 'Apache-2.0 and MIT',
  busboy: 'MIT',
  'humanize-number': 'MIT',
  streamsearch: 'MIT',
}

interface Installed {
  readonly name: string
  readonly at: string
  readonly licence: string
}

const readManifest = (folder: string): Manifest & { license?: string; optionalDependencies?: Record<string, string> } =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

const [, patterns = ''] =
  /^packages:\n((?: {2}- .+\n)+)/m.exec(readFileSync(join(ROOT, 'pnpm-workspace.yaml'), 'utf8')) ?? []
/** The folders of all packages, the root's among them. */
const workspaces = [
  ROOT,
  ...[...patterns.matchAll(/- (\S+)/g)].flatMap(([, pattern]) =>
    globSync(`${pattern}/package.json`, { cwd: ROOT }).map((file) => join(ROOT, dirname(file))),
  ),
]

/** Where a package resolves another; undefined for an optional one that this platform does not install. */
function find(name: string, from: string): string | undefined {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const at = basename(folder) === 'node_modules' ? join(folder, name) : join(folder, 'node_modules', name)
    if (existsSync(join(at, 'package.json'))) return realpathSync(at)
  }
  return undefined
}

function installed(name: string, from: string): Installed | undefined {
  const at = find(name, from)
  if (at === undefined) return undefined
  const { license } = readManifest(at)
  return { name, at, licence: STATED_IN_A_FILE[name] ?? String(license) }
}

/** The direct dependencies of a workspace without our own packages. */
function direct(
  kinds: readonly ('dependencies' | 'devDependencies')[],
  of: readonly string[] = workspaces,
): Installed[] {
  const found = new Map<string, Installed>()
  for (const workspace of of) {
    const manifest = readManifest(workspace)
    for (const name of kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}))) {
      const dependency = name.startsWith('@footfall/') ? undefined : installed(name, workspace)
      if (dependency !== undefined) found.set(name, dependency)
    }
  }
  return [...found.values()]
}

/** These packages and everything that they depend on. */
function closure(roots: readonly Installed[]): Installed[] {
  const seen = new Map<string, Installed>()
  const waiting = [...roots]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next.at)) continue
    seen.set(next.at, next)
    const { dependencies, optionalDependencies } = readManifest(next.at)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const dependency = installed(name, next.at)
      if (dependency !== undefined) waiting.push(dependency)
    }
  }
  return [...seen.values()]
}

/** An SPDX expression without nesting, as packages write them. */
function allowed(licence: string, list: readonly string[]): boolean {
  const alternatives = licence.replaceAll(/[()]/g, '').split(' OR ')
  return alternatives.some((alternative) => alternative.split(/ AND | and /).every((part) => list.includes(part)))
}

const rejected = (of: readonly Installed[], list: readonly string[]) =>
  closure(of)
    .filter(({ licence }) => !allowed(licence, list))
    .map(({ name, licence }) => `${name}: ${licence}`)

const published = workspaces.filter((workspace) => readManifest(workspace).private !== true)

describe('docs/dependencies.md', () => {
  const sections = Object.fromEntries(
    PAGE.split(/^## /m).map((section) => [section.split('\n', 1)[0] ?? '', rowsOf(section)]),
  )
  const rows = Object.values(sections).flat()
  const all = direct(['dependencies', 'devDependencies'])

  it('the page lists every dependency exactly once', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual(all.map(({ name }) => name).sort())
  })

  it('lists under “Installed with what is published” exactly what the published packages depend on', () => {
    const named = sections['Installed with what is published']?.map(({ name }) => name)
    expect(named?.sort()).toEqual(
      direct(['dependencies'], published)
        .map(({ name }) => name)
        .sort(),
    )
  })

  it.each(all.map((dependency) => [dependency.name, dependency] as const))(
    'states the purpose, the size and the licence of %s',
    (name, { at, licence }) => {
      const row = rows.find((candidate) => candidate.name === name)
      expect(row?.why).toMatch(/^[A-Z].+\.$/)
      expect(row?.licence).toBe(licence)
      const bytes = ownBytes(at)
      // Releases and platforms differ a little.
      expect(Math.abs((row?.bytes ?? 0) - bytes)).toBeLessThanOrEqual(0.3 * bytes + 1024)
    },
  )
})

describe('the licences', () => {
  it('the licenses of everything that the published packages install are permissive', () => {
    expect(rejected(direct(['dependencies'], published), PERMISSIVE)).toEqual([])
  })

  it('the licenses of all tools are on the list of accepted licenses', () => {
    expect(rejected(direct(['dependencies', 'devDependencies']), FOR_TOOLS)).toEqual([])
  })

  it('licenses are evaluated as SPDX expressions', () => {
    expect(allowed('(AFL-2.1 OR BSD-3-Clause)', PERMISSIVE)).toBe(true)
    expect(allowed('(MIT AND Zlib)', PERMISSIVE)).toBe(false)
    expect(allowed('AGPL-3.0', FOR_TOOLS)).toBe(false)
    expect(allowed('undefined', FOR_TOOLS)).toBe(false)
  })
})

function rowsOf(section: string) {
  return [...section.matchAll(/^\| `([^`]+)` \| (.+) \| ([\d.]+) (KiB|MiB) \| (.+) \|$/gm)].map(
    ([, name = '', why = '', size, unit, licence = '']) => ({
      name,
      why,
      bytes: Number(size) * (unit === 'KiB' ? 1024 : 1024 ** 2),
      licence,
    }),
  )
}

/** Bytes of a package itself, without what is installed below it. */
function ownBytes(at: string): number {
  let bytes = 0
  for (const entry of readdirSync(at, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.parentPath.slice(at.length).includes('/node_modules')) continue
    bytes += lstatSync(join(entry.parentPath, entry.name)).size
  }
  return bytes
}
