import type { ConsentStore } from '../ports.ts'
import { markAllowed } from './clients.ts'
import { codeRow, consentRow, toConsent } from './rows.ts'
import { assertCondition, change, type Database, firstRow, insert, onlyIf } from './steps.ts'
import type { Tables } from './tables.ts'

export function consentStore(database: Database, tables: Tables): ConsentStore {
  const { consents, codes } = tables
  const removal = (hash: string) => change(`delete from ${consents} where hash = ?`, hash)
  return {
    add: (request) => database.run(() => insert(consents, consentRow(request))),

    find: (hash) =>
      database.run(function* () {
        const row = yield* firstRow(`select * from ${consents} where hash = ?`, hash)
        return row && toConsent(row)
      }),

    approve: (hash, code) =>
      onlyIf(database, function* () {
        assertCondition((yield* removal(hash)) === 1)
        yield* insert(codes, codeRow(code))
        yield* markAllowed(tables, code.clientId, code.issuedAt)
      }),

    remove: async (hash) => (await database.run(() => removal(hash))) === 1,
  }
}
