import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type AccountId, type ProductId, timestamp } from '@footfall/core-domain'
import { lockDirectory } from '@footfall/ingest'
import { recordOperatorChange } from '@footfall/operations'
import { openStore } from '@footfall/storage'
import {
  type SeededProduct,
  seedFunnel,
  seedProduct,
  seedProductKey,
  seedReport,
  seedSharedLink,
  seedToken,
} from '@footfall/testkit'
import { seededRandom } from '@footfall/testkit/determinism'
import { type ObjectStorage, startObjectStorage } from '@footfall/testkit/object-storage'
import { deleteRows, type Engine, openEngine, PRODUCT_TABLES, sql, text } from '@footfall/warehouse'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { commandLine, NOW } from '../test-support/command-line.ts'

const clock = { now: () => Date.parse(NOW) }
/** Tables of the service itself; every other one has rows of products or accounts. */
const OF_THE_SERVICE = new Set(['audit_entries', 'audit_entry_tokens', 'product_purges', 'daily_salts'])

describe('footfall restore --product', () => {
  const { dataDir: home, footfall: run } = commandLine()
  const random = seededRandom('restore-product')
  let dataDir: string
  let backup: string
  let shop: SeededProduct
  let blog: SeededProduct
  let storage: ObjectStorage | undefined

  /** A service with two products, and a backup of it, which each test gets a copy of. */
  let made: string
  beforeAll(async () => {
    made = await mkdtemp(join(tmpdir(), 'footfall-restore-'))
    dataDir = join(made, 'data')
    await footfall('account create --email ada@example.com --name Ada')
    await inDatabase(async (target) => {
      shop = await seedProduct(target, { name: 'Shop' })
      blog = await seedProduct(target, { name: 'Blog' })
      for (const { product } of [shop, blog]) {
        await seedFunnel(target, product)
        await seedSharedLink(target, product)
        await seedReport(target, { product })
        await seedProductKey(target, product)
      }
    })
    await importVisits(shop.product, 120)
    await importVisits(blog.product, 40)
    expect(await footfall(`backup ${join(made, 'backup')}`)).toMatchObject({ code: 0 })
  })
  afterAll(() => rm(made, { recursive: true, force: true }))
  beforeEach(async () => {
    dataDir = join(home(), 'data')
    backup = join(home(), 'backup')
    // Links stay relative, as those of the engine are.
    await cp(made, home(), { recursive: true, verbatimSymlinks: true })
  })
  afterEach(async () => {
    await storage?.close()
    storage = undefined
  })

  const footfall = (args: string, env: Record<string, string> = {}) => run(args, { env: { DATA_DIR: dataDir, ...env } })
  const restore = (more = '', from = backup) => footfall(`restore ${from} --product ${shop.product} ${more}`.trim())

  type Target = Parameters<typeof seedFunnel>[0]
  async function inDatabase<T>(work: (target: Target) => Promise<T>): Promise<T> {
    const { store } = openStore({ sqlite: { path: join(dataDir, 'footfall.sqlite') } }, { clock, random })
    try {
      return await work({ store, clock, random })
    } finally {
      await store.close()
    }
  }
  async function inEngine<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
    const engine = await openEngine({ embedded: { path: join(dataDir, 'clickhouse') } })
    try {
      return await work(engine)
    } finally {
      await engine.close()
    }
  }
  async function importVisits(product: ProductId, count: number): Promise<void> {
    const file = join(made, `${product}.ndjson`)
    const events = Array.from({ length: count }, (_, i) => ({
      timestamp: new Date(clock.now() - (i + 1) * 3_600_000).toISOString(),
      name: i % 5 === 0 ? 'purchase' : 'pageview',
      url: `https://shop.example/${i % 7}`,
      visitor: `v${i % 11}`,
      ...(i % 5 === 0 && { revenue: { amount: 12.34, currency: 'EUR' } }),
    }))
    await writeFile(file, events.map((event) => JSON.stringify(event)).join('\n'))
    expect(await footfall(`import ${file} --product ${product}`)).toMatchObject({ code: 0 })
  }
  /** As a person does in the dashboard; then the service removes the statistics. */
  async function deleteShop(): Promise<void> {
    await inDatabase(async ({ store }) => {
      if (!('transaction' in store)) throw new Error('not a store')
      await store.transaction(async (tx) => {
        await tx.store.products.remove(shop.product)
        await tx.store.productPurges.enqueue(shop.product, timestamp(clock.now()))
      })
    })
    await inEngine(async (engine) => {
      for (const table of PRODUCT_TABLES) await deleteRows(engine, table, sql`product_id = ${text(shop.product)}`)
    })
  }
  const record = (subject: string, operation = 'removed') =>
    inDatabase(async ({ store }) => {
      if (!('transaction' in store)) throw new Error('not a store')
      const change = { operation, subject, product: shop.product, summary: 'x', changes: [] }
      await store.transaction((tx) => recordOperatorChange(tx, { clock, random }, change))
    })

  function rowsOf(product?: ProductId): Record<string, unknown[]> {
    const database = new DatabaseSync(join(dataDir, 'footfall.sqlite'), { readOnly: true })
    try {
      const tables = database.prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite%'")
      const named = tables.all().map(({ name }) => String(name))
      return Object.fromEntries(
        named
          .filter((table) => !OF_THE_SERVICE.has(table))
          .map((table) => {
            const rows = database.prepare(`select * from "${table}"`).all()
            const isOf = (row: Record<string, unknown>) => (table === 'products' ? row.id : row.product_id) === product
            return [
              table,
              rows
                .filter((row) => product === undefined || isOf(row))
                .map((row) => JSON.stringify(row))
                .sort(),
            ]
          }),
      )
    } finally {
      database.close()
    }
  }
  const statistics = () =>
    inEngine((engine) =>
      engine.rows(
        `SELECT product_id, count() AS events, sum(cityHash64(*)) AS fingerprint, uniqExact(visitor) AS visitors, sum(revenue) AS revenue
         FROM events GROUP BY product_id ORDER BY product_id`,
      ),
    )
  const quarters = () =>
    inEngine((engine) =>
      engine.rows('SELECT product_id, t, sum(pageviews) AS n FROM events_15m GROUP BY ALL ORDER BY ALL'),
    )

  it('brings a deleted product back with all of its rows and statistics, and changes no other', async () => {
    const [rows, counted, by15] = [rowsOf(), await statistics(), await quarters()]
    await deleteShop()
    expect(rowsOf(shop.product).products).toEqual([])
    const preview = await restore('--dry-run')
    expect(preview).toMatchObject({ code: 0, err: '' })
    expect(preview.out).toMatch(
      /^Would restore the product “Shop” as it was at 2026-\S+: 120 events, 4 members, 1 key, 1 shared link, 1 funnel, 1 report, 1 import, and its settings\.\n.*\nNothing was changed\.$/,
    )
    expect(rowsOf(shop.product).products).toEqual([])
    expect(
      await inEngine((engine) => engine.rows(`SELECT 1 FROM events WHERE product_id = '${shop.product}'`)),
    ).toEqual([])

    const restored = await restore()
    expect(restored).toMatchObject({ code: 0, err: '' })
    expect(restored.out).toContain('No other product was changed. You can start the service.')
    expect(rowsOf()).toEqual(rows)
    expect(await statistics()).toEqual(counted)
    expect(await quarters()).toEqual(by15)
    expect((await readdir(dataDir)).filter((name) => name.startsWith('restore'))).toEqual([])
    expect((await footfall('audit --json')).out).toContain('Restore the deleted product “Shop”')
  })

  it('restores from a bucket', async () => {
    storage = await startObjectStorage()
    const env = { DATA_DIR: dataDir, ...storage.env }
    const now = () => Date.now()
    expect(await run('backup --to s3', { env, now })).toMatchObject({ code: 0, err: '' })
    const counted = await statistics()
    await deleteShop()
    const args = `restore --from s3 --product ${shop.product}`
    const { code, out } = await run(`${args} --json`, { env, now })
    expect({ code, restored: JSON.parse(out) }).toMatchObject({
      code: 0,
      restored: { product: { name: 'Shop' }, dry_run: false, events: 120, restored: { members: 4, product_keys: 1 } },
    })
    expect(await statistics()).toEqual(counted)
  })

  it('counts every event once after an attempt that ended in the middle, and after a second deletion', async () => {
    const counted = await statistics()
    await deleteShop()
    // An attempt that wrote some statistics, and no control data.
    await inEngine((engine) =>
      engine.run(
        `INSERT INTO events (product_id, ts, kind, name, visitor) SELECT '${shop.product}', now64(3), 'pageview', 'x', number FROM numbers(7)`,
      ),
    )
    expect(await restore()).toMatchObject({ code: 0 })
    expect(await statistics()).toEqual(counted)
    await deleteShop()
    expect(await restore()).toMatchObject({ code: 0 })
    expect(await statistics()).toEqual(counted)
  })

  it('leaves the statistics of a failed attempt to the service, which removes them', async () => {
    await deleteShop()
    const database = new DatabaseSync(join(dataDir, 'footfall.sqlite'))
    database.exec(
      "delete from product_purges; create trigger broken before insert on funnels begin select raise(abort, 'full'); end",
    )
    database.close()
    // The preview tries the same, so it fails before anything is written.
    expect(await restore()).toMatchObject({ code: 1 })
    const purges = (db: DatabaseSync) => db.prepare('select product_id from product_purges').all()
    const after = new DatabaseSync(join(dataDir, 'footfall.sqlite'))
    expect(purges(after)).toEqual([])
    after.exec(
      "drop trigger broken; create trigger broken before insert on audit_entries begin select raise(abort, 'full'); end",
    )
    after.close()
    expect(await restore()).toMatchObject({ code: 1 })
    const last = new DatabaseSync(join(dataDir, 'footfall.sqlite'))
    expect(purges(last)).toEqual([{ product_id: shop.product }])
    expect(last.prepare('select * from products where id = ?').all(shop.product)).toEqual([])
    last.close()
  })

  it('does not give access back that ended after the backup', async () => {
    const { viewer, admin } = shop.people
    const [issued, revoked, ended] = await inDatabase(async (target) => {
      const { token } = await seedToken(target, admin.account, { scopes: ['analytics:read'] })
      const keys = [
        await seedProductKey(target, shop.product, { issuer: token.id }),
        await seedProductKey(target, shop.product),
      ]
      return [token.id, keys[1]?.key.id ?? '', (await seedSharedLink(target, shop.product)).id] as const
    })
    await rm(backup, { recursive: true })
    expect(await footfall(`backup ${backup}`)).toMatchObject({ code: 0, err: '' })
    await record(viewer.member)
    await record(revoked)
    await record(ended)
    const database = new DatabaseSync(join(dataDir, 'footfall.sqlite'))
    database.exec(`update account_tokens set status = 'revoked' where id = '${issued}'`)
    database.close()
    await deleteShop()
    const { out } = await restore()
    expect(out).toContain(
      'Not restored, since access ended or changed after the backup: 1 member, 2 keys, 1 shared link.',
    )
    const text = JSON.stringify(rowsOf(shop.product))
    expect(text).not.toContain(viewer.member)
    expect(text).not.toContain(revoked)
    expect(text).toContain(admin.member)
  })

  it('needs an owner, who may be another one than before', async () => {
    await record(shop.people.owner.member)
    await deleteShop()
    const { code, err } = await restore()
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('Name an account with --owner.') })
    expect(await restore('--owner nobody@example.com')).toMatchObject({ code: 1 })
    expect(await restore(`--owner ${shop.people.admin.account.email}`)).toMatchObject({ code: 0 })
    const ownersOf = () =>
      rowsOf(shop.product)
        .members?.map((row) => JSON.parse(String(row)))
        .filter(({ role }) => role === 'owner')
        .map(({ account_id }) => account_id as AccountId)
    expect(ownersOf()).toEqual([shop.people.admin.account.id])
    await deleteShop()
    expect(await restore('--owner ada@example.com')).toMatchObject({ code: 0 })
    expect(ownersOf()).toHaveLength(1)
  })

  it.each<[string, () => Promise<string>, RegExp]>([
    ['a product that exists', async () => `restore ${backup} --product ${shop.product}`, /exists; it is called “Shop”/],
    [
      'a product that the backup does not have',
      async () => `restore ${backup} --product prd_unknown`,
      /The backup has no product prd_unknown\. It has prd_\w+ “Shop”, prd_\w+ “Blog”\./,
    ],
    [
      'a backup of control data',
      async () => {
        await footfall(`backup --control-data ${join(home(), 'control')}`)
        return `restore ${join(home(), 'control')} --product ${shop.product}`
      },
      /from a backup of everything/,
    ],
    [
      'a directory without a backup',
      async () => `restore ${home()} --product ${shop.product}`,
      /not a complete backup/,
    ],
  ])('rejects %s, and changes nothing', async (_, command, reason) => {
    const args = await command()
    const before = rowsOf()
    const { code, err } = await footfall(args)
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(reason) })
    expect(rowsOf()).toEqual(before)
  })

  it('rejects a restore while the service runs, and in a service on servers', async () => {
    await deleteShop()
    await mkdir(join(dataDir, 'ingest'), { recursive: true })
    const lock = lockDirectory(join(dataDir, 'ingest'))
    expect(await restore()).toMatchObject({
      code: 1,
      err: expect.stringContaining('Stop it while a product is restored'),
    })
    lock.release()
    const servers = { CLICKHOUSE_URL: 'http://127.0.0.1:1' }
    expect(await footfall(`restore ${backup} --product ${shop.product}`, servers)).toMatchObject({
      code: 1,
      err: expect.stringContaining('only without DATABASE_URL and CLICKHOUSE_URL'),
    })
  })

  it.each([
    ['a name', '--product shop'],
    ['an empty ID', '--product prd_'],
    ['a huge ID', `--product prd_${'a'.repeat(10_000)}`],
    ['an injection', "--product prd_1';drop"],
    ['an owner without a product', '--owner ada@example.com'],
    ['a preview without a product', '--dry-run'],
  ])('rejects a command line with %s', async (_, options) => {
    expect(await footfall(`restore ${backup} ${options}`)).toMatchObject({ code: 2 })
  })
})
