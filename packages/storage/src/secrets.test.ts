import { describeEachDialect, seedProduct, seedProductKey, seedToken } from '@footfall/testkit'
import { expect, it } from 'vitest'
import type { StoreConfig } from './open-store.ts'
import { confirmations, confirmed } from './test-support/confirmations.ts'
import { rawSql } from './test-support/raw-sql.ts'

async function everything(config: StoreConfig): Promise<Map<string, string>> {
  const tables = await rawSql(
    config,
    'sqlite' in config
      ? `select name from sqlite_schema where type = 'table'`
      : `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const contents = new Map<string, string>()
  for (const { name } of tables)
    contents.set(String(name), JSON.stringify(await rawSql(config, `select * from ${name}`)))
  return contents
}

describeEachDialect('the control database', (database) => {
  it('stores no credential in plaintext in any table, even after a confirmed request issued it', async () => {
    const { product, people } = await seedProduct(database)
    const parent = await seedToken(database, people.owner.account, { scopes: ['tokens:write', 'keys:write'] })
    const outcome = await confirmations(database).confirm(confirmed('issue'), async ({ store }) => {
      const target = { ...database, store }
      const child = await seedToken(target, people.owner.account, { scopes: [], parent: parent.token })
      const key = await seedProductKey(target, product, { issuer: parent.token.id })
      return { answer: [child.secret, key.secret], result: JSON.stringify([child.token, key.key]) }
    })
    if (outcome.kind !== 'executed') throw new Error(outcome.kind)
    await database.store.tokens.revoke(parent.token.id, 'over', parent.token.created_at)

    const contents = await everything(database.config)
    // What is searched does hold these credentials: by their prefix.
    expect(contents.get('account_tokens')).toContain(parent.token.prefix)
    expect(contents.get('idempotency_records')).toContain('"issue"')
    for (const secret of [parent.secret, ...outcome.answer])
      for (const [table, content] of contents) {
        expect(content.includes(secret), table).toBe(false)
        expect(content.includes(secret.slice(3, -6)), table).toBe(false)
      }
  })
})
