import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type RandomSource, randomBase62 } from '@footfall/core-domain'
import { makeDirectory } from './make-directory.ts'

/** The text of a file in the data directory; undefined if there is none yet. */
export async function keptText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    return undefined
  }
}

/** The same; if there is none, writes the text of `make`, readable by its owner only. Concurrent processes get the same text. */
export async function ensureKeptText(path: string, make: () => string, random: RandomSource): Promise<string> {
  const kept = await keptText(path)
  if (kept !== undefined) return kept
  await makeDirectory(dirname(path))
  const draft = `${path}.${randomBase62(random, 12)}`
  try {
    await writeFile(draft, make(), { mode: 0o600, flag: 'wx' })
    // Linking is atomic and never replaces the file of a process that started at the same time.
    await link(draft, path).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error
    })
  } finally {
    // Also on a full disk, where an empty one would stay.
    await rm(draft, { force: true })
  }
  return readFile(path, 'utf8')
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
