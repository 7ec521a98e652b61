import { testDatabase } from '@footfall/testkit'
import SqliteFile from 'better-sqlite3'
import { expect, it } from 'vitest'
import { TABLES_OF_A_PRODUCT } from './restore-product.ts'

const database = testDatabase('sqlite')

it('a restore of a product knows every table that refers to one', () => {
  const { config } = database
  const file = new SqliteFile('sqlite' in config ? config.sqlite.path : '', { readonly: true })
  try {
    const query = `select m.name from sqlite_schema as m join pragma_table_info(m.name) as c
      where m.type = 'table' and c.name = 'product_id' order by m.name`
    expect(file.prepare(query).pluck().all()).toEqual(Object.keys(TABLES_OF_A_PRODUCT).sort())
  } finally {
    file.close()
  }
})
