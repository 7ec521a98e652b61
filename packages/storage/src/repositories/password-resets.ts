import type {
  PasswordReset,
  PasswordResetReader,
  PasswordResetRepository,
  PasswordResetRequest,
} from '@footfall/core-domain'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { changedRows, countRows } from './rows.ts'

export function passwordResetReader({ db }: Executor): PasswordResetReader {
  const resets = db.selectFrom('password_resets').selectAll()
  return {
    async waitingRequests(limit) {
      const rows = await db
        .selectFrom('password_reset_requests')
        .selectAll()
        .orderBy('requested_at')
        .orderBy('email')
        .limit(limit)
        .execute()
      return rows.map(toRequest)
    },

    async find(id) {
      const row = await resets.where('id', '=', id).executeTakeFirst()
      return row && toReset(row)
    },

    async findFor(account) {
      const row = await resets.where('account_id', '=', account).executeTakeFirst()
      return row && toReset(row)
    },
  }
}

export function passwordResetRepository(executor: Executor): PasswordResetRepository {
  const { db } = executor
  return {
    ...passwordResetReader(executor),

    async noteRequest({ email, requested_at, address, request_id }, max) {
      const row = { requested_at, address: address ?? null, request_id: request_id ?? null }
      if ((await countRows(db.selectFrom('password_reset_requests'))) >= max) return
      await db
        .insertInto('password_reset_requests')
        .values({ email: email.toLowerCase(), ...row })
        .onConflict((conflict) => conflict.column('email').doUpdateSet(row))
        .execute()
    },

    async takeRequest({ email, requested_at }) {
      const requests = db.deleteFrom('password_reset_requests').where('email', '=', email.toLowerCase())
      return (await changedRows(requests.where('requested_at', '=', requested_at))) === 1
    },

    async put({ account, used_at, ...rest }) {
      const row = { ...rest, used_at: used_at ?? null }
      await db
        .insertInto('password_resets')
        .values({ account_id: account, ...row })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
        .execute()
    },

    async use(id, at) {
      const using = db.updateTable('password_resets').set({ used_at: at }).where('id', '=', id)
      return (await changedRows(using.where('used_at', 'is', null))) === 1
    },

    async purge(endedBefore) {
      await db.deleteFrom('password_resets').where('expires_at', '<', endedBefore).execute()
      await db.deleteFrom('password_reset_requests').where('requested_at', '<', endedBefore).execute()
    },
  }
}

function toReset({ account_id, used_at, ...row }: Tables['password_resets']): PasswordReset {
  return { ...row, account: account_id, used_at: used_at ?? undefined }
}

function toRequest({ address, request_id, ...row }: Tables['password_reset_requests']): PasswordResetRequest {
  return { ...row, address: address ?? undefined, request_id: request_id ?? undefined }
}
