import { addDays, type DailySalts, type LocalDate, type RandomSource, type SaltStore } from '@footfall/core-domain'
import type { Database } from './connections/database.ts'

const SALT_BYTES = 32

/**
 * Salts that live from the start of their UTC day to the end of the next, 48 hours. All replicas share one per day: the
 * first to ask makes it, whoever lost that race reads it.
 */
export function saltStore(database: Database, random: RandomSource): SaltStore {
  let held: { readonly day: LocalDate; readonly salts: Promise<DailySalts> } | undefined

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

async function readOrMake({ write }: Database, random: RandomSource, day: LocalDate): Promise<DailySalts> {
  const yesterday = addDays(day, -1)
  await write.deleteFrom('daily_salts').where('day', '<', yesterday).execute()
  await write
    .insertInto('daily_salts')
    .values({ day, salt: Buffer.from(random.bytes(SALT_BYTES)).toString('hex') })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute()
  const rows = await write.selectFrom('daily_salts').selectAll().where('day', 'in', [yesterday, day]).execute()
  const saltOf = (wanted: LocalDate) => {
    const row = rows.find((candidate) => candidate.day === wanted)
    return row && new Uint8Array(Buffer.from(row.salt, 'hex'))
  }
  const current = saltOf(day)
  if (!current) throw new Error(`The salt of ${day} vanished while it was made.`)
  return { current, previous: saltOf(yesterday) }
}
