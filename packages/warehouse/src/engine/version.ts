import type { Engine } from './engine.ts'

/** The first version that deduplicates a repeated insert in materialized views too. */
const ENGINE_VERSION_MIN = '24.8'

/** A server whose SQL lacks functions that the service needs. */
export class EngineTooOld extends Error {
  override readonly name = 'EngineTooOld'
  readonly version: string
  constructor(version: string) {
    super(`ClickHouse ${version} is too old; ${ENGINE_VERSION_MIN} or later is needed`)
    this.version = version
  }
}

/** Throws `EngineTooOld`. Runs before anything else, since an old server answers other statements with misleading errors. */
export async function requireVersion(engine: Pick<Engine, 'version'>): Promise<string> {
  const version = await engine.version()
  if (isOlder(version)) throw new EngineTooOld(version)
  return version
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [majorMin = 0, minorMin = 0] = ENGINE_VERSION_MIN.split('.').map(Number)
  return major < majorMin || (major === majorMin && minor < minorMin)
}
