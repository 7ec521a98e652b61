import { execFile } from 'node:child_process'
import { lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** The libraries that are published. */
export const LIBRARIES = [
  'accounts',
  'analytics',
  'client',
  'config',
  'core-domain',
  'http-primitives',
  'idempotency',
  'ingest',
  'kernel',
  'mcp-tools',
  'oauth-server',
  'operate',
  'operations',
  'rest-adapter',
  'scopes-policy',
  'search-console',
  'storage',
  'tracker',
  'warehouse',
  'web',
] as const
export const COMMANDS = {
  'admin-cli': 'footfall',
  'api-server': 'footfall-server',
  'mcp-server': 'footfall-mcp',
} as const
export const PUBLISHED = [...LIBRARIES, ...Object.keys(COMMANDS)].map((name) => `@footfall/${name}`)

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly description?: string
  readonly keywords?: readonly string[]
  readonly license?: string
  readonly type?: string
  readonly private?: boolean
  readonly homepage?: string
  readonly bugs?: { readonly url: string }
  readonly repository?: { readonly url: string; readonly directory: string }
  readonly engines?: { readonly node?: string }
  readonly exports?: Readonly<Record<string, unknown>>
  readonly bin?: Readonly<Record<string, string>>
  readonly files?: readonly string[]
  readonly sideEffects?: unknown
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** A package as a registry serves it. */
export interface Tarball {
  readonly path: string
  readonly bytes: Buffer
  /** The unpacked text or bytes of each file, by its path in the package. */
  readonly files: ReadonlyMap<string, Buffer>
  readonly manifest: Manifest
}

/** Packs one built package into `folder`, which holds nothing else. */
export async function packPackage(name: string, folder: string): Promise<Tarball> {
  await mkdir(folder, { recursive: true })
  await run('pnpm', ['--filter', name, 'pack', '--pack-destination', folder], { cwd: ROOT })
  const [file] = await readdir(folder)
  if (file === undefined) throw new Error(`${name} was not packed.`)
  return readTarball(join(folder, file))
}

/** Packs every published package into `folder`. The packages must be built. */
export async function packAll(folder: string): Promise<ReadonlyMap<string, Tarball>> {
  await mkdir(folder, { recursive: true })
  const only = PUBLISHED.flatMap((name) => ['--filter', name])
  await run('pnpm', ['--recursive', ...only, 'pack', '--pack-destination', folder], { cwd: ROOT })
  const tarballs = new Map<string, Tarball>()
  for (const file of await readdir(folder)) {
    if (!file.endsWith('.tgz')) continue
    const tarball = await readTarball(join(folder, file))
    const { manifest, files } = tarball
    if (!files.has(manifest.bin === undefined ? 'dist/index.d.ts' : 'dist/main.js'))
      throw new Error(`${manifest.name} is not built; run “pnpm build” first.`)
    tarballs.set(manifest.name, tarball)
  }
  return tarballs
}

async function readTarball(path: string): Promise<Tarball> {
  const unpacked = path.replace(/\.tgz$/, '')
  await mkdir(unpacked)
  await run('tar', ['-xzf', path, '-C', unpacked, '--strip-components=1'])
  const files = new Map<string, Buffer>()
  for (const entry of await readdir(unpacked, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const full = join(entry.parentPath, entry.name)
    files.set(full.slice(unpacked.length + 1), await readFile(full))
  }
  const manifest = JSON.parse(String(files.get('package.json'))) as Manifest
  return { path, bytes: await readFile(path), files, manifest }
}

/**
 * A project outside the workspace with these packages from their tarballs and everything else from the registry
 * or from npm's cache.
 */
export async function installProject(
  folder: string,
  tarballs: readonly Tarball[],
  others: Readonly<Record<string, string>> = {},
  npmOptions: readonly string[] = [],
): Promise<void> {
  const ours = Object.fromEntries(tarballs.map(({ manifest, path }) => [manifest.name, `file:${path}`]))
  const project = {
    name: 'consumer',
    private: true,
    type: 'module',
    dependencies: { ...ours, ...others },
    // Packages that need each other get each other's tarball, since no registry has them yet.
    overrides: Object.fromEntries(Object.keys(ours).map((name) => [name, `$${name}`])),
  }
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify(project, null, 2))
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', ...npmOptions]
  await run('npm', ['install', ...options], { cwd: folder, env: cleanEnvironment() })
}

/** The environment without what npm, pnpm and Vitest put into it for the workspace. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const ofTheWorkspace =
    /^(npm_(package|lifecycle|command|execpath|config_(package|call|yes|local_prefix))|pnpm_|INIT_CWD|NODE_PATH|NODE_OPTIONS|NODE_ENV|VITE|(BASE_URL|MODE|DEV|PROD|SSR|TEST)$)/i
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofTheWorkspace.test(name)))
}

/** Bytes of all files below a folder, each counted once. */
export async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await lstat(join(entry.parentPath, entry.name))).size
  }
  return bytes
}

/** The fenced blocks of a README that are written in one of these languages, with the file they say they are. */
export function codeBlocks(readme: string, ...languages: readonly string[]) {
  return [...readme.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)]
    .filter(([, language = '']) => languages.includes(language))
    .map(([, language = '', file, code = '']) => ({ language, file, code }))
}
