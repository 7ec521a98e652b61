import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { codeBlocks } from './packages-tarballs.ts'
import { type TemporaryDirectory, temporaryDirectory } from './server-process.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

export interface ExampleFolder {
  /** Runs the blocks of a page one after the other and returns what each printed. */
  run(page: string, language: 'ts' | 'py', env: Readonly<Record<string, string>>): Promise<readonly string[]>
  remove(): Promise<void>
}

/** A folder in which the built client is installed, and the file of Python lies. */
export async function exampleFolder(): Promise<ExampleFolder> {
  const directory: TemporaryDirectory = await temporaryDirectory()
  const modules = join(directory.path, 'node_modules/@footfall')
  await mkdir(modules, { recursive: true })
  await symlink(join(ROOT, 'packages/client'), join(modules, 'client'))
  await writeFile(join(directory.path, 'package.json'), '{"type":"module"}')
  await writeFile(join(directory.path, 'footfall.py'), await readFile(join(ROOT, 'integrations/python/footfall.py')))
  return {
    async run(page, language, env) {
      const printed: string[] = []
      for (const [at, { code, file = `block-${at}.${language}` }] of codeBlocks(
        await readPage(page),
        language,
      ).entries()) {
        const path = join(directory.path, file)
        await writeFile(path, code)
        const command = language === 'ts' ? process.execPath : 'python3'
        const environment = { PATH: process.env.PATH, HOME: directory.path, PYTHONDONTWRITEBYTECODE: '1', ...env }
        const { stdout } = await run(command, [path], { cwd: directory.path, env: environment })
        printed.push(stdout)
      }
      return printed
    },
    remove: () => rm(directory.path, { recursive: true, force: true }),
  }
}

export const readPage = (page: string) => readFile(join(ROOT, page), 'utf8')

/** Whether this machine has a Python that the file supports. */
export async function hasPython(): Promise<boolean> {
  const test = 'import sys; sys.exit(sys.version_info < (3, 9))'
  return run('python3', ['-c', test]).then(
    () => true,
    () => false,
  )
}
