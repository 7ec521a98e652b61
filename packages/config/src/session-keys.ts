import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Keyring, type RandomSource, randomBase62 } from '@footfall/core-domain'
import { ensureKeptText, keptText } from './kept-text.ts'
import type { Settings } from './settings/settings.ts'
import { SettingsError } from './settings/settings-error.ts'

const SECRET_LENGTH = 48

/**
 * The keys that sessions, signed values and encrypted texts are bound to. The current one is derived from `SESSION_SECRET`,
 * or from a secret that is generated once and kept in the data directory; replicas share a database and no directory, so
 * they need the setting. The key of `SESSION_SECRET_PREVIOUS` is accepted too.
 */
export async function sessionKeys(settings: Settings, random: RandomSource): Promise<Keyring> {
  return keyringOf(settings, settings.sessionSecret ?? (await storedSecret(settings, random)))
}

/** The same, without making a secret; undefined where there is none yet. */
export async function storedSessionKeys(settings: Settings): Promise<Keyring | undefined> {
  const secret = settings.sessionSecret ?? (await keptText(secretPath(settings)))
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
  return ensureKeptText(secretPath(settings), () => randomBase62(random, SECRET_LENGTH), random)
}

const secretPath = ({ dataDir }: Settings) => join(dataDir, 'session-secret')
