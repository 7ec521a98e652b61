import type { DailySalts, RandomSource, SaltStore } from '@footfall/core-domain'
import type { Database } from './connections/database.ts'

const SALT_BYTES = 32
const DAY_MS = 86_400_000

/**
 * Salts that live from the start of their UTC day to the end of the next, 48 hours. All replicas share one per day: the
 * first to ask makes it, whoever lost that race reads it.
 */
export function saltStore(database: Database, random: RandomSource): SaltStore {
  let held: { readonly day: string; readonly salts: Promise<DailySalts> } | undefined

  return {
    salts(day) {
      if (held?.day === day) return held.salts
      const salts = readOrMake(database, random, day)
      held = { day, salts }
      // A failure is not kept: the next caller tries again.
      salts.catch(() => {
        if (held?.salts === salts) held = undefined
      })
      return salts
    },
  }
}

async function readOrMake({ write }: Database, random: RandomSource, day: string): Promise<DailySalts> {
  const yesterday = dayBefore(day)
  await write.deleteFrom('daily_salts').where('day', '<', yesterday).execute()
  await write
    .insertInto('daily_salts')
    .values({ day, salt: Buffer.from(random.bytes(SALT_BYTES)).toString('hex') })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute()
  const rows = await write.selectFrom('daily_salts').selectAll().where('day', 'in', [yesterday, day]).execute()
  const saltOf = (wanted: string) => {
    const row = rows.find((candidate) => candidate.day === wanted)
    return row && new Uint8Array(Buffer.from(row.salt, 'hex'))
  }
  const current = saltOf(day)
  if (!current) throw new Error(`The salt of ${day} vanished while it was made.`)
  return { current, previous: saltOf(yesterday) }
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) - DAY_MS).toISOString().slice(0, 10)
}
