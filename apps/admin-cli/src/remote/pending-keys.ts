import { createHash } from 'node:crypto'
import type { KeyStore } from '@footfall/client'
import { type Clock, isRecord } from '@footfall/core-domain'
import { z } from 'zod'
import { configPath, readPrivate, writePrivate } from './private-file.ts'

const Pending = z.record(z.string(), z.object({ kept: z.string(), at: z.number() }))
type Pending = z.infer<typeof Pending>

/** As long as the service keeps the record of a change. */
const KEPT_MS = 24 * 3_600_000
const KEPT_MAX = 100

/**
 * The idempotency keys of changes whose outcome is not known yet, in a file: the same command, repeated after a lost
 * connection or a crash, uses the same key, and the service does the change once.
 */
export interface PendingKeys extends KeyStore {
  get(name: string): Promise<string | undefined>
  /** What the same change is recognized by. */
  nameOf(change: unknown): string
}

export function pendingKeys(environment: Readonly<Record<string, string | undefined>>, clock: Clock): PendingKeys {
  const path = () => configPath(environment, 'pending.json')
  const read = async (): Promise<Pending> => {
    const text = await readPrivate(path())
    const all = text === undefined ? {} : parsed(text)
    return Object.fromEntries(Object.entries(all).filter(([, { at }]) => at > clock.now() - KEPT_MS))
  }
  const write = (all: Pending) => {
    const newest = Object.entries(all)
      .toSorted(([, a], [, b]) => b.at - a.at)
      .slice(0, KEPT_MAX)
    return writePrivate(path(), `${JSON.stringify(Object.fromEntries(newest))}\n`)
  }
  return {
    nameOf: (change) =>
      createHash('sha256')
        .update(JSON.stringify(sorted(change)))
        .digest('base64url'),
    get: async (name) => (await read())[name]?.kept,
    set: async (name, kept) => write({ ...(await read()), [name]: { kept, at: clock.now() } }),
    async delete(name) {
      const { [name]: gone, ...others } = await read()
      if (gone !== undefined) await write(others)
    },
  }
}

/** The same value for the same change, in whatever order its fields were given. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, each]) => [name, sorted(each)])
      .toSorted(),
  )
}

/** A damaged file is ignored. */
function parsed(text: string): Pending {
  try {
    return Pending.parse(JSON.parse(text))
  } catch {
    return {}
  }
}
