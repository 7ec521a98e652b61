import type { TokenId } from '@footfall/core-domain'
import { DIALECTS, freshDatabase, settableClock } from '@footfall/testkit'
import { describe, expect, it } from 'vitest'
import { reading } from '../../connections/database.ts'
import { openPostgres } from '../../connections/postgres.ts'
import { openSqlite } from '../../connections/sqlite.ts'
import { tokenReader } from '../../repositories/tokens.ts'
import { migrationsUpTo } from '../../test-support/migrations-up-to.ts'
import { rawSql } from '../../test-support/raw-sql.ts'
import { migrate } from '../migrate.ts'

const AT = '2026-11-01T00:00:00.000Z'

describe.each(DIALECTS)('the migration of access limits on %s', (dialect) => {
  it('leaves tokens of the previous release as they are, without limits', async () => {
    const { config, drop } = await freshDatabase(dialect)
    const database =
      'sqlite' in config ? openSqlite(config.sqlite.path) : openPostgres(config.postgres, () => {}).database
    try {
      await migrate(database, migrationsUpTo('0013_open_lists'))
      await rawSql(
        config,
        `insert into accounts (id, email, name, created_at) values ('acc_1', 'ada@example.com', 'Ada', '${AT}')`,
      )
      await rawSql(
        config,
        `insert into account_tokens (id, account_id, name, prefix, secret_hash, scopes, product_mode, depth, lineage, status, created_at, revision, updated_at)
         values ('tok_1', 'acc_1', 'Old', 'jt_abcde', 'h', '["analytics:read"]', 'all', 0, 'tok_1/', 'active', '${AT}', 3, '${AT}')`,
      )
      const [before] = await rawSql(config, 'select * from account_tokens')
      await migrate(database, migrationsUpTo('0014_access_limits'))
      const [after] = await rawSql(config, 'select * from account_tokens')
      expect(after).toEqual({ ...before, read_only: 0, toolsets: null, preview_first: 0 })
      await migrate(database)
      const found = await tokenReader(reading(database), settableClock()).find('tok_1' as TokenId)
      expect(found?.token).toMatchObject({ name: 'Old', read_only: false, toolsets: null, preview_first: false })
      expect(await rawSql(config, 'select * from preview_uses')).toEqual([])
    } finally {
      await database.close()
      await drop()
    }
  })
})
