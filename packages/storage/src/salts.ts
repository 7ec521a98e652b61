import { addDays, type DailySalts, type LocalDate, type RandomSource, type SaltStore } from '@footfall/core-domain'
import type { Database } from './connections/database.ts'

const SALT_BYTES = 32

/**
 * A salt lives from the start of its UTC day to the end of the next, 48 hours. All replicas share one per day: the first
 * insert wins, and the others read it.
 */
export function saltStore(database: Database, random: RandomSource): SaltStore {
  let cached: { readonly day: LocalDate; readonly salts: Promise<DailySalts> } | undefined

  return {
    salts(day) {
      if (cached?.day === day) return cached.salts
      const salts = readOrCreate(database, random, day)
      cached = { day, salts }
      // A failure is not cached: the next caller tries again.
      salts.catch(() => {
        if (cached?.salts === salts) cached = undefined
      })
      return salts
    },
  }
}

async function readOrCreate({ write }: Database, random: RandomSource, day: LocalDate): Promise<DailySalts> {
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
  if (!current) throw new Error(`The salt of ${day} disappeared while it was created.`)
  return { current, previous: saltOf(yesterday) }
}
