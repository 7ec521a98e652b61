import type { ConsentStore } from '../ports.ts'
import { markAllowed } from './clients.ts'
import { codeRow, consentRow, toConsent } from './rows.ts'
import { assertCondition, change, type Database, firstRow, inserter, onlyIf, record } from './steps.ts'
import type { Tables } from './tables.ts'

export function consentStore(database: Database, tables: Tables): ConsentStore {
  const { consents, codes } = tables
  const insertConsent = inserter(consents)
  const insertCode = inserter(codes)
  const removal = `delete from ${consents} where hash = ?`
  return {
    add: (request) => database.transaction(() => insertConsent(consentRow(request))),

    find: (hash) =>
      database.read(function* () {
        const row = yield* firstRow(`select * from ${consents} where hash = ?`, hash)
        return row && toConsent(row)
      }),

    approve: (hash, code) =>
      onlyIf(database, function* () {
        assertCondition((yield* change(removal, hash)) === 1)
        yield* insertCode(codeRow(code))
        yield* markAllowed(tables, code.clientId, code.issuedAt)
        yield* record({ kind: 'consent_allowed', code })
      }),

    remove: (hash) =>
      onlyIf(database, function* () {
        const removed = yield* firstRow(`${removal} returning *`, hash)
        assertCondition(removed !== undefined)
        yield* record({ kind: 'consent_denied', request: toConsent(removed) })
      }),
  }
}
