import { type IdFactory, idFactory, type RandomSource } from '@footfall/core-domain'
import { type ControlData, type Dialect, openStore, type StoreConfig } from '@footfall/storage'
import { afterAll, beforeAll, describe } from 'vitest'
import { type CommittingStore, committingStore } from './committing-store.ts'
import { type FreshDatabase, migratedDatabase } from './databases.ts'
import { seededRandom, settableClock } from './determinism.ts'

export const DIALECTS: readonly Dialect[] = ['sqlite', 'postgres']

/** A migrated database for one suite. Its tests share it, so each uses its own ids. */
export interface TestDatabase {
  readonly dialect: Dialect
  readonly clock: ReturnType<typeof settableClock>
  readonly random: RandomSource
  readonly ids: IdFactory
  /** Available only inside hooks and tests. */
  readonly control: ControlData
  /** The store of `control`; each write commits separately. */
  readonly store: CommittingStore
  readonly config: StoreConfig
  /** Opens the same database again, like another process; closed with the suite. */
  open(): ControlData
}

/** Runs the suite on SQLite and on PostgreSQL, each with a fresh, migrated database. */
export function describeEachDialect(title: string, suite: (database: TestDatabase) => void): void {
  describe.each(DIALECTS)(`${title} on %s`, (dialect) => suite(testDatabase(dialect)))
}

/** The database of `describeEachDialect` for a suite that needs only one dialect. Call it inside `describe`. */
export function testDatabase(dialect: Dialect): TestDatabase {
  const clock = settableClock()
  const random = seededRandom()
  const opened: ControlData[] = []
  let fresh: FreshDatabase | undefined

  const current = () => {
    if (!fresh) throw new Error('The database exists only while hooks and tests run.')
    return fresh
  }
  const open = () => {
    const control = openStore(current().config, { clock, random })
    opened.push(control)
    return control
  }
  const first = () => opened[0] ?? open()
  let store: CommittingStore | undefined
  const committed = () => {
    store = committingStore(first().store)
    return store
  }

  beforeAll(async () => {
    fresh = await migratedDatabase(dialect)
  })
  afterAll(async () => {
    await Promise.all(opened.map(({ store }) => store.close()))
    await fresh?.drop()
  })

  return {
    dialect,
    clock,
    random,
    ids: idFactory(random),
    open,
    get control() {
      return first()
    },
    get store() {
      return store ?? committed()
    },
    get config() {
      return current().config
    },
  }
}
