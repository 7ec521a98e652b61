import { createHash } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RandomSource, randomBase62 } from '@footfall/core-domain'
import type { Settings } from './settings/settings.ts'
import { SettingsError } from './settings/settings-error.ts'

const SECRET_LENGTH = 48

/**
 * The key that sessions and signed values are bound to: derived from `SESSION_SECRET`, or from a secret that is generated
 * once and kept in the data directory. Replicas share a database and no directory, so they need the setting.
 */
export async function sessionKey(settings: Settings, random: RandomSource): Promise<Uint8Array> {
  const secret = settings.sessionSecret ?? (await storedSecret(settings, random))
  return createHash('sha256').update(`footfall session key:${secret}`).digest()
}

async function storedSecret({ database, dataDir }: Settings, random: RandomSource): Promise<string> {
  if ('postgres' in database)
    throw new SettingsError('SESSION_SECRET', 'is missing while DATABASE_URL is set: all replicas must share one')
  const path = join(dataDir, 'session-secret')
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBase62(random, 12)}`
  await writeFile(draft, randomBase62(random, SECRET_LENGTH), { mode: 0o600, flag: 'wx' })
  // Linking is atomic and never replaces the file of a process that started at the same time.
  await link(draft, path).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error
  })
  await rm(draft)
  return readFile(path, 'utf8')
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
