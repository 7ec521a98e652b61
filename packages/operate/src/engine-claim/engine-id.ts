import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RandomSource, randomBase62, randomId } from '@footfall/core-domain'

/** Beside the embedded engine in the data directory, and in its backups. */
export const ENGINE_ID_FILE = 'engine-id'

/** The id of the embedded engine of a data directory; undefined if it has none yet. */
export async function readEngineId(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(dataDir, ENGINE_ID_FILE), 'utf8')).trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** The same, created if there is none. */
export async function ensureEngineId(dataDir: string, random: RandomSource): Promise<string> {
  const kept = await readEngineId(dataDir)
  if (kept !== undefined) return kept
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, ENGINE_ID_FILE)
  const draft = `${path}.${randomBase62(random, 12)}`
  await writeFile(draft, randomId(random, 'eng'), { mode: 0o600, flag: 'wx' })
  // Linking is atomic and never replaces the file of a process that started at the same time.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return (await readFile(path, 'utf8')).trim()
}
