import { type RecordStoreHost, type TestFramework, worldOf } from './testing/host.ts'
import { type OneTransactionHost, oneTransactionRules, oneTransactionWorld } from './testing/one-transaction.ts'
import { coordinatorRules, recordRules, rollbackRules } from './testing/records.ts'
import { resolverRules } from './testing/resolving.ts'
import { retakingRollbackRules, retakingRules } from './testing/retaking.ts'

export type { AsyncHost, RecordStoreHost, SyncHost, TestFramework } from './testing/host.ts'
export type { AsyncOneTransactionHost, OneTransactionHost, SyncOneTransactionHost } from './testing/one-transaction.ts'

/** What a store offers beyond `RecordStore`, and so is tested. */
export interface TestedParts {
  /** Its transactions can be rolled back. True by default. */
  readonly rollsBack?: boolean
  /** It is a `RetakingStore`. True by default. */
  readonly retakes?: boolean
  /** It has a `Resolver`. True by default. */
  readonly resolves?: boolean
}

/**
 * The contract of a store of records, as tests for `describe` and `it` of any framework. They share one store, which `open` gives
 * when the first test runs; the host closes it after them. Each test uses its own keys, owners and ids.
 */
export function testRecordStore<Tx>(
  { describe, it }: TestFramework,
  name: string,
  open: () => Promise<RecordStoreHost<Tx>>,
  { rollsBack = true, retakes = true, resolves = true }: TestedParts = {},
): void {
  let opened: Promise<RecordStoreHost<Tx>> | undefined
  const rules = {
    ...recordRules<Tx>(),
    ...coordinatorRules<Tx>(),
    ...(rollsBack ? rollbackRules<Tx>() : {}),
    ...(retakes ? retakingRules<Tx>() : {}),
    ...(retakes && rollsBack ? retakingRollbackRules<Tx>() : {}),
    ...(resolves ? resolverRules<Tx>() : {}),
  }
  describe(`the records in ${name}`, () => {
    for (const [title, rule] of Object.entries(rules)) {
      it(`${title}, in ${name}`, async () => {
        opened ??= open()
        await rule(worldOf(await opened))
      })
    }
  })
}

/** The contract of a store whose claims commit with their changes. See `testRecordStore`. */
export function testOneTransactionStore<Tx>(
  { describe, it }: TestFramework,
  name: string,
  open: () => Promise<OneTransactionHost<Tx>>,
): void {
  let opened: Promise<OneTransactionHost<Tx>> | undefined
  describe(`the records of one transaction in ${name}`, () => {
    for (const [title, rule] of Object.entries(oneTransactionRules<Tx>())) {
      it(`${title}, in ${name}`, async () => {
        opened ??= open()
        await rule(oneTransactionWorld(await opened))
      })
    }
  })
}
