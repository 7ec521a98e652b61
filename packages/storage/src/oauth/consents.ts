import type { ConsentStore } from '@footfall/oauth-server'
import type { Database } from '../connections/database.ts'
import type { EnterChange } from './audit.ts'
import { codeRow, consentRow, toConsent } from './rows.ts'
import { assertMet, onlyIf } from './transact.ts'

export function consentStore(database: Database, entering: () => EnterChange): ConsentStore {
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
      const enter = entering()
      return onlyIf(database, async (trx) => {
        const removed = await trx.deleteFrom('oauth_consents').where('hash', '=', hash).executeTakeFirstOrThrow()
        assertMet(removed.numDeletedRows === 1n)
        await trx.insertInto('oauth_codes').values(codeRow(code)).execute()
        await trx
          .updateTable('oauth_clients')
          .set({ first_allowed_at: code.issuedAt, registered_from: null })
          .where('id', '=', code.clientId)
          .where('first_allowed_at', 'is', null)
          .execute()
        await enter(trx, { kind: 'consent_allowed', code })
      })
    },

    remove(hash) {
      const enter = entering()
      return onlyIf(database, async (trx) => {
        const removed = await trx
          .deleteFrom('oauth_consents')
          .where('hash', '=', hash)
          .returningAll()
          .executeTakeFirst()
        assertMet(removed !== undefined)
        await enter(trx, { kind: 'consent_denied', request: toConsent(removed) })
      })
    },
  }
}
