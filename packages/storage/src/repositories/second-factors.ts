import type { PasskeyRecord, SecondFactorReader, SecondFactorRepository } from '@footfall/core-domain'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { changedRows, countRows, insertRow } from './rows.ts'

/** The tables whose rows are second factors. Recovery codes only replace one. */
const FACTOR_TABLES = ['authenticators', 'passkeys'] as const

export function secondFactorReader({ db }: Executor): SecondFactorReader {
  return {
    async has(account) {
      const counts = await Promise.all(
        FACTOR_TABLES.map((table) => countRows(db.selectFrom(table).where('account_id', '=', account))),
      )
      return counts.some((count) => count > 0)
    },

    async authenticator(account) {
      const row = await db.selectFrom('authenticators').selectAll().where('account_id', '=', account).executeTakeFirst()
      if (row === undefined) return undefined
      const { account_id, ...rest } = row
      return { ...rest, account: account_id }
    },

    async passkeys(account) {
      const rows = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('account_id', '=', account)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toPasskey)
    },

    async findPasskey(credentialId) {
      const row = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('credential_id', '=', credentialId)
        .executeTakeFirst()
      return row && toPasskey(row)
    },

    countRecoveryCodes: (account) => countRows(db.selectFrom('recovery_codes').where('account_id', '=', account)),
  }
}

export function secondFactorRepository(executor: Executor): SecondFactorRepository {
  const { db } = executor
  return {
    ...secondFactorReader(executor),

    insertAuthenticator: ({ account, ...row }) =>
      insertRow(
        db,
        'authenticators',
        { ...row, account_id: account },
        'This account already has an authenticator app.',
      ),

    removeAuthenticator: async (account) =>
      (await changedRows(db.deleteFrom('authenticators').where('account_id', '=', account))) === 1,

    async useStep(account, step) {
      const using = db.updateTable('authenticators').set({ last_step: step }).where('account_id', '=', account)
      return (await changedRows(using.where('last_step', '<', step))) === 1
    },

    insertPasskey: ({ account, transports, last_used_at, ...row }) =>
      insertRow(
        db,
        'passkeys',
        { ...row, account_id: account, transports: JSON.stringify(transports), last_used_at: last_used_at ?? null },
        'This passkey is already registered.',
      ),

    removePasskey: async (account, id) =>
      (await changedRows(db.deleteFrom('passkeys').where('account_id', '=', account).where('id', '=', id))) === 1,

    async usePasskey({ id, counter: before }, counter, at) {
      const using = db.updateTable('passkeys').set({ counter, last_used_at: at }).where('id', '=', id)
      return (await changedRows(using.where('counter', '=', before))) === 1
    },

    async putRecoveryCodes(account, hashes, at) {
      await db.deleteFrom('recovery_codes').where('account_id', '=', account).execute()
      const rows = hashes.map((hash) => ({ account_id: account, code_hash: hash, created_at: at }))
      if (rows.length > 0) await db.insertInto('recovery_codes').values(rows).execute()
    },

    async useRecoveryCode(account, hash) {
      const using = db.deleteFrom('recovery_codes').where('account_id', '=', account).where('code_hash', '=', hash)
      return (await changedRows(using)) === 1
    },

    async removeAll(account) {
      let removed = 0
      for (const table of FACTOR_TABLES)
        removed += await changedRows(db.deleteFrom(table).where('account_id', '=', account))
      await db.deleteFrom('recovery_codes').where('account_id', '=', account).execute()
      return removed
    },

    async useChallenge(challenge, expiresAt) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('used_challenges')
        .values({ challenge, expires_at: expiresAt })
        .onConflict((conflict) => conflict.column('challenge').doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },

    async purgeChallenges(expiredBy) {
      await db.deleteFrom('used_challenges').where('expires_at', '<=', expiredBy).execute()
    },
  }
}

function toPasskey({ account_id, transports, last_used_at, ...row }: Tables['passkeys']): PasskeyRecord {
  return {
    ...row,
    account: account_id,
    transports: JSON.parse(transports),
    last_used_at: last_used_at ?? undefined,
  }
}
