import { type TokenId, timestamp } from '@footfall/core-domain'
import { DIALECTS, freshDatabase } from '@footfall/testkit'
import { describe, expect, it } from 'vitest'
import { reading } from '../../connections/database.ts'
import { openPostgres } from '../../connections/postgres.ts'
import { openSqlite } from '../../connections/sqlite.ts'
import { auditRepository } from '../../repositories/audit.ts'
import { migrationsUpTo } from '../../test-support/migrations-up-to.ts'
import { migrate } from '../migrate.ts'

describe.each(DIALECTS)('the migration of the dashboard on %s', (dialect) => {
  it('adds the earlier audit entries of every token to its activity', async () => {
    const { config, drop } = await freshDatabase(dialect)
    const database =
      'sqlite' in config ? openSqlite(config.sqlite.path) : openPostgres(config.postgres, () => {}).database
    try {
      await migrate(database, migrationsUpTo('0005_product_purges'))
      const entry = (id: string, lineage: readonly string[], subject: string | null) => ({
        id,
        at: timestamp(Number(id.at(-1))),
        actor_kind: 'account_token' as const,
        credential: lineage.at(-1) ?? null,
        account_id: null,
        lineage: JSON.stringify(lineage),
        operation: 'service_tokens_create',
        product_id: null,
        subject,
        summary: 's',
        changes: '[]',
        idempotency_key: null,
        channel: 'rest' as const,
        address: null,
        request_id: null,
      })
      const rows = [
        entry('aud_1', ['tok_root'], 'tok_child'),
        entry('aud_2', ['tok_root', 'tok_child'], null),
        entry('aud_3', ['tok_root'], 'tok_root'),
        entry('aud_4', [], 'prd_1'),
      ]
      await database.write.insertInto('audit_entries').values(rows).execute()
      await migrate(database, migrationsUpTo('0006_dashboard'))

      const audit = auditRepository(reading(database))
      const idsOf = async (token: string) =>
        (await audit.pageForToken(token as TokenId, { limit: 10 })).rows.map(({ id }) => id)
      expect(await idsOf('tok_root')).toEqual(['aud_3', 'aud_2', 'aud_1'])
      expect(await idsOf('tok_child')).toEqual(['aud_2', 'aud_1'])
      expect(await idsOf('prd_1')).toEqual([])
    } finally {
      await database.close()
      await drop()
    }
  })
})
