import { join } from 'node:path'
import { ensureKeptText, keptText } from '@footfall/config'
import { type RandomSource, randomId } from '@footfall/core-domain'

/** Beside the embedded engine in the data directory, and in its backups. */
export const ENGINE_ID_FILE = 'engine-id'

/** The id of the embedded engine of a data directory; undefined if it has none yet. */
export async function readEngineId(dataDir: string): Promise<string | undefined> {
  return (await keptText(join(dataDir, ENGINE_ID_FILE)))?.trim()
}

/** The same, created if there is none. */
export async function ensureEngineId(dataDir: string, random: RandomSource): Promise<string> {
  return (await ensureKeptText(join(dataDir, ENGINE_ID_FILE), () => randomId(random, 'eng'), random)).trim()
}
