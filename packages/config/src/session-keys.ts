import { createHash } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Keyring, type RandomSource, randomBase62 } from '@footfall/core-domain'
import type { Settings } from './settings/settings.ts'
import { SettingsError } from './settings/settings-error.ts'

const SECRET_LENGTH = 48
const FILE = 'session-secret'

/**
 * The keys that sessions, signed values and encrypted texts are bound to. The current one is derived from `SESSION_SECRET`,
 * or from a secret that is generated once and kept in the data directory; replicas share a database and no directory, so
 * they need the setting. The key of `SESSION_SECRET_PREVIOUS` is accepted besides it.
 */
export async function sessionKeys(settings: Settings, random: RandomSource): Promise<Keyring> {
  return keyringOf(settings, settings.sessionSecret ?? (await storedSecret(settings, random)))
}

/** The same, without making a secret; undefined where there is none yet. */
export async function storedSessionKeys(settings: Settings): Promise<Keyring | undefined> {
  const secret = settings.sessionSecret ?? (await readSecret(settings))
  return secret === undefined ? undefined : keyringOf(settings, secret)
}

function keyringOf({ previousSessionSecret: previous }: Settings, secret: string): Keyring {
  return previous === undefined ? [keyOf(secret)] : [keyOf(secret), keyOf(previous)]
}

function keyOf(secret: string): Uint8Array {
  return createHash('sha256').update(`footfall session key:${secret}`).digest()
}

async function storedSecret(settings: Settings, random: RandomSource): Promise<string> {
  if ('postgres' in settings.database)
    throw new SettingsError('SESSION_SECRET', 'is missing while DATABASE_URL is set: all replicas must share one')
  const kept = await readSecret(settings)
  if (kept !== undefined) return kept
  const { dataDir } = settings
  const path = join(dataDir, FILE)
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

async function readSecret({ dataDir }: Settings): Promise<string | undefined> {
  try {
    return await readFile(join(dataDir, FILE), 'utf8')
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    return undefined
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
