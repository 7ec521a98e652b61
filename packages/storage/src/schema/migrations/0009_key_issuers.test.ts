import { mintSecret, type Role, timestamp } from '@footfall/core-domain'
import { DIALECTS, freshDatabase, seededRandom, settableClock } from '@footfall/testkit'
import { describe, expect, it } from 'vitest'
import { writing } from '../../connections/database.ts'
import { openPostgres } from '../../connections/postgres.ts'
import { openSqlite } from '../../connections/sqlite.ts'
import { accountRepository } from '../../repositories/accounts.ts'
import { migrationsUpTo } from '../../test-support/migrations-up-to.ts'
import { rawSql } from '../../test-support/raw-sql.ts'
import { migrate } from '../migrate.ts'

describe.each(DIALECTS)('the migration of key issuers on %s', (dialect) => {
  it('finds the issuer of each key by token or audit log, and disables the keys of members who may no longer issue keys', async () => {
    const { config, drop } = await freshDatabase(dialect)
    const database =
      'sqlite' in config ? openSqlite(config.sqlite.path) : openPostgres(config.postgres, () => {}).database
    const [clock, random] = [settableClock(), seededRandom('key issuers')]
    const at = timestamp(clock.now())
    const run = (statement: string) => rawSql(config, statement)
    const account = async (name: string, role: Role | undefined) => {
      const id = `acc_${name}`
      await accountRepository(writing(database)).insert({
        id,
        email: `${name}@example.com`,
        name,
        created_at: at,
      } as never)
      if (role !== undefined)
        await run(
          `insert into members values ('mbr_${name}', 'prd_1', '${id}', '${name}@example.com', '${role}', 'active', null, '${at}', '${at}', 1, '${at}')`,
        )
    }
    const key = (id: string, token: string | null, status = 'active') =>
      run(
        `insert into product_keys values ('key_${id}', 'prd_1', '${id}', 'api', '[]', 'jk_', '${mintSecret('website_key', random).stored.secret_hash}', ${token === null ? 'null' : `'${token}'`}, '${status}', '${at}', null, 1, '${at}')`,
      )
    const audited = (id: string, name: string) =>
      run(`insert into audit_entries (id, at, actor_kind, account_id, lineage, operation, product_id, subject, summary, changes, channel)
        values ('aud_${id}', '${at}', 'session', 'acc_${name}', '[]', 'service_keys_create', 'prd_1', 'key_${id}', 's', '[]', 'dashboard')`)
    const token = (name: string) =>
      run(`insert into account_tokens (id, account_id, depth, lineage, name, prefix, secret_hash, scopes, product_mode, status, created_at, revision, updated_at)
        values ('tok_${name}', 'acc_${name}', 0, 'tok_${name}/', 't', 'jt_', '${name}', '[]', 'all', 'active', '${at}', 1, '${at}')`)
    try {
      await migrate(database, migrationsUpTo('0008_registration_networks'))
      await run(`insert into products values ('prd_1', 'p', 'UTC', '${at}', 1, '${at}')`)
      await account('admin', 'admin')
      await account('editor', 'editor')
      await account('gone', undefined)
      for (const name of ['admin', 'gone']) await token(name)
      await key('of-admin', null)
      await audited('of-admin', 'admin')
      await key('of-admins-token', 'tok_admin')
      await key('of-editor', null)
      await audited('of-editor', 'editor')
      await key('of-gone', 'tok_gone')
      await key('of-gone-revoked', 'tok_gone', 'revoked')
      await key('disabled-before', 'tok_admin', 'disabled')
      await key('unknown', null)
      await migrate(database, migrationsUpTo('0009_key_issuers'))

      const rows = await run(
        'select id, issuer_account_id, status, disabled_reason, revision from product_keys order by id',
      )
      expect(rows.map((row) => Object.values(row))).toEqual([
        ['key_disabled-before', 'acc_admin', 'disabled', 'token_ended', 1],
        ['key_of-admin', 'acc_admin', 'active', null, 1],
        ['key_of-admins-token', 'acc_admin', 'active', null, 1],
        ['key_of-editor', 'acc_editor', 'disabled', 'member_removed', 2],
        ['key_of-gone', 'acc_gone', 'disabled', 'member_removed', 2],
        ['key_of-gone-revoked', 'acc_gone', 'revoked', null, 1],
        ['key_unknown', null, 'active', null, 1],
      ])
      const [ended] = await run(`select updated_at from product_keys where id = 'key_of-gone'`)
      expect(ended?.updated_at).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    } finally {
      await database.close()
      await drop()
    }
  })
})
