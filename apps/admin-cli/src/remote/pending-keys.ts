import { createHash } from 'node:crypto'
import { type Clock, isRecord } from '@footfall/core-domain'
import { z } from 'zod'
import { configPath, readPrivate, writePrivate } from './private-file.ts'

const Pending = z.record(z.string(), z.object({ key: z.string(), preview: z.string().nullable(), at: z.number() }))
type Pending = z.infer<typeof Pending>

/** As long as the service keeps the record of a change. */
const KEPT_MS = 24 * 3_600_000
const KEPT_MAX = 100

/** What a confirmed change carries. */
export interface KeptKey {
  readonly key: string
  readonly preview: string | undefined
}

/**
 * The idempotency keys of changes whose answer has not arrived, in a file: the same command, repeated after a lost connection
 * or a crash, uses the same key, and the service does the change once.
 */
export interface PendingKeys {
  find(change: unknown): Promise<KeptKey | undefined>
  /** Before the change is sent. */
  keep(change: unknown, kept: KeptKey): Promise<void>
  /** Once its answer is known. */
  forget(change: unknown): Promise<void>
}

export function pendingKeys(environment: Readonly<Record<string, string | undefined>>, clock: Clock): PendingKeys {
  const path = configPath(environment, 'pending.json')
  const nameOf = (change: unknown) =>
    createHash('sha256')
      .update(JSON.stringify(sorted(change)))
      .digest('base64url')
  const read = async (): Promise<Pending> => {
    const text = await readPrivate(path)
    const all = text === undefined ? {} : parsed(text)
    return Object.fromEntries(Object.entries(all).filter(([, { at }]) => at > clock.now() - KEPT_MS))
  }
  const write = (all: Pending) => {
    const newest = Object.entries(all)
      .toSorted(([, a], [, b]) => b.at - a.at)
      .slice(0, KEPT_MAX)
    return writePrivate(path, `${JSON.stringify(Object.fromEntries(newest))}\n`)
  }
  return {
    async find(change) {
      const found = (await read())[nameOf(change)]
      return found && { key: found.key, preview: found.preview ?? undefined }
    },
    async keep(change, { key, preview }) {
      await write({ ...(await read()), [nameOf(change)]: { key, preview: preview ?? null, at: clock.now() } })
    },
    async forget(change) {
      const { [nameOf(change)]: gone, ...others } = await read()
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
