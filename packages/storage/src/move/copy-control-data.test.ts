import { LocalDate } from '@footfall/core-domain'
import { seedFunnel, seedProduct, seedProductKey, seedToken, snapshot, testDatabase } from '@footfall/testkit'
import { describe, expect, it } from 'vitest'
import { copyControlData, MoveError } from './copy-control-data.ts'

describe('moving control data from SQLite to PostgreSQL', () => {
  const source = testDatabase('sqlite')
  const target = testDatabase('postgres')
  const paths = () => {
    if (!('sqlite' in source.config && 'postgres' in target.config)) throw new Error('other dialects')
    return [source.config.sqlite.path, target.config.postgres.url] as const
  }

  it('copies every row of every table from SQLite to PostgreSQL, and rejects a second copy', async () => {
    const { product, people } = await seedProduct(source, { name: 'Ünïcode’s “shop” \\ 🛒' })
    const parent = await seedToken(source, people.owner.account, { scopes: ['analytics:read'] })
    await seedToken(source, people.owner.account, { scopes: ['analytics:read'], parent: parent.token })
    await seedProductKey(source, product)
    await seedFunnel(source, product)
    await source.control.salts.salts(LocalDate.parse('2026-11-20'))
    await target.control.salts.salts(LocalDate.parse('2026-11-20'))

    const before = await snapshot(source)
    const counts = await copyControlData(...paths())
    const { schema_migrations: _, ...moved } = await snapshot(target)
    const { schema_migrations: __, ...expected } = before
    for (const [table, rows] of Object.entries(expected)) expect({ table, rows: moved[table] }).toEqual({ table, rows })
    expect(counts).toMatchObject({ products: 1, account_tokens: 2, funnels: 1, daily_salts: expect.any(Number) })
    expect(await snapshot(source)).toEqual(before)

    await expect(copyControlData(...paths())).rejects.toThrow(MoveError)
    const { schema_migrations: ___, ...after } = await snapshot(target)
    expect(after).toEqual(moved)
  })

  it('rejects copying control data between databases of different versions', async () => {
    const fresh = await import('@footfall/testkit').then(({ freshDatabase }) => freshDatabase('postgres'))
    const url = 'postgres' in fresh.config ? fresh.config.postgres.url : ''
    await expect(copyControlData(paths()[0], url)).rejects.toThrow()
    await fresh.drop()
  })
})
