import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { moduleFiles } from '../module-files.ts'

const TRACKER = fileURLToPath(new URL('../..', import.meta.url))
const VITE = 'node_modules/vite/bin/vite.js'

/** Without what Vitest puts into it, which changes how Vite builds. */
function environment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(VITE|NODE_ENV|NODE_OPTIONS|MODE$|DEV$|PROD$|SSR$|TEST$)/.test(name),
  )
  return { ...Object.fromEntries(kept), NO_COLOR: '1', FORCE_COLOR: '0', ...more }
}

/** An application outside the workspace that has the tracker as it is published, and the packages that it is tested with. */
export async function writeApplication(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  const modules = join(folder, 'node_modules')
  const written = new Map(Object.entries(files))
  const { publishConfig, ...manifest } = JSON.parse(await readFile(join(TRACKER, 'package.json'), 'utf8'))
  const published = 'node_modules/@footfall/tracker'
  written.set(`${published}/package.json`, JSON.stringify({ ...manifest, exports: publishConfig.exports }))
  for (const [name, text] of moduleFiles()) written.set(`${published}/dist/${name}`, text)
  for (const [path, text] of written) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  for (const name of await packagesIn(join(TRACKER, 'node_modules'))) {
    await mkdir(dirname(join(modules, name)), { recursive: true })
    await symlink(join(TRACKER, 'node_modules', name), join(modules, name))
  }
}

async function packagesIn(modules: string): Promise<readonly string[]> {
  const names = (await readdir(modules)).filter((name) => !name.startsWith('.'))
  const listed = names.map(async (name) => {
    if (!name.startsWith('@')) return [name]
    return (await readdir(join(modules, name))).map((inner) => `${name}/${inner}`)
  })
  return (await Promise.all(listed)).flat()
}

export async function build(folder: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
  await promisify(execFile)(process.execPath, [VITE, 'build'], { cwd: folder, env: environment(env) })
}

/** What the compiler says of an application; nothing if it compiles. */
export async function compilerErrors(folder: string): Promise<string> {
  const compiler = join(TRACKER, 'node_modules/typescript/bin/tsc')
  return promisify(execFile)(process.execPath, [compiler, '--noEmit', '-p', folder]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
}

export interface ServedApplication {
  readonly port: number
  stop(): Promise<void>
}

/** Serves what was built as Vite does. */
export async function serve(folder: string): Promise<ServedApplication> {
  const child: ChildProcess = spawn(process.execPath, [VITE, 'preview', '--host', '127.0.0.1', '--port', '0'], {
    cwd: folder,
    env: environment({}),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.stdout === null) throw new Error('The server has no output.')
  const port = await new Promise<number>((resolve, reject) => {
    if (child.stdout !== null)
      createInterface(child.stdout).on('line', (line) => {
        const [, found] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(line) ?? []
        if (found !== undefined) resolve(Number(found))
      })
    child.once('exit', () => reject(new Error('The server ended.')))
  })
  return {
    port,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
  }
}
