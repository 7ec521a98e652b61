import type { ConsentStore } from '@footfall/oauth-server'
import type { Database } from '../connections/database.ts'
import { changedRows } from '../repositories/rows.ts'
import type { RecordChange } from './audit.ts'
import { markClientUsed } from './new-connection.ts'
import { codeRow, consentRow, toConsent } from './rows.ts'
import { assertCondition, transactIf } from './transact.ts'

export function consentStore(database: Database, startRecord: () => RecordChange): ConsentStore {
  const { read, write } = database
  return {
    async add(request) {
      await write.insertInto('oauth_consents').values(consentRow(request)).execute()
    },

    async find(hash) {
      const row = await read.selectFrom('oauth_consents').selectAll().where('hash', '=', hash).executeTakeFirst()
      return row && toConsent(row)
    },

    approve(hash, code) {
      const record = startRecord()
      return transactIf(database, async (trx) => {
        assertCondition((await changedRows(trx.deleteFrom('oauth_consents').where('hash', '=', hash))) === 1)
        await trx.insertInto('oauth_codes').values(codeRow(code)).execute()
        await markClientUsed(trx, code.clientId, code.issuedAt)
        await record(trx, { kind: 'consent_allowed', code })
      })
    },

    remove(hash) {
      const record = startRecord()
      return transactIf(database, async (trx) => {
        const removed = await trx
          .deleteFrom('oauth_consents')
          .where('hash', '=', hash)
          .returningAll()
          .executeTakeFirst()
        assertCondition(removed !== undefined)
        await record(trx, { kind: 'consent_denied', request: toConsent(removed) })
      })
    },
  }
}
