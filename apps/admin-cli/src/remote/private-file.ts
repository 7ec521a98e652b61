import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CommandError, UsageError } from '../errors.ts'

type Environment = Readonly<Record<string, string | undefined>>

const OF_OTHERS = 0o077

/** A file of this person for all services (XDG Base Directory). Throws `UsageError` where there is no home directory. */
export function configPath(environment: Environment, name: string): string {
  const { XDG_CONFIG_HOME: xdg, HOME: home, APPDATA: appData } = environment
  // A relative path is to be ignored, says the specification.
  const base = xdg?.startsWith('/') ? xdg : (appData ?? (home && join(home, '.config')))
  if (!base) throw new UsageError('HOME is not set, so there is no place for credentials; set it, or FOOTFALL_TOKEN.')
  return join(base, 'footfall', name)
}

/** The text of the file, or undefined where there is none. Throws `CommandError` if others can read it. */
export async function readPrivate(path: string): Promise<string | undefined> {
  try {
    const { mode } = await stat(path)
    if (process.platform !== 'win32' && (mode & OF_OTHERS) !== 0)
      throw new CommandError(`Others can read ${path}; run \`chmod 600 ${path}\`.`)
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof CommandError) throw error
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new CommandError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Replaces the file as a whole, readable by nobody else at any time. */
export async function writePrivate(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const next = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(next, text, { mode: 0o600, flag: 'wx' })
    await chmod(next, 0o600)
    await rename(next, path)
  } catch (error) {
    await rm(next, { force: true })
    throw new CommandError(`${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  }
}
