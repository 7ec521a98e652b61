import { type ImportRecord, LocalDate, timestamp } from '@footfall/core-domain'
import { describeEachDialect } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { type CallingScenario, scenarioOn } from '../../test-support/index.ts'
import { listImports } from './list.ts'
import { removeImport } from './remove.ts'
import { startImport } from './start.ts'

const day = (text: string) => LocalDate.parse(text)

describeEachDialect('imports in the dashboard', (database) => {
  let on: CallingScenario
  beforeEach(async () => {
    on = await scenarioOn(database)
  })

  const recordOf = async (over: Partial<ImportRecord> = {}): Promise<ImportRecord> => {
    const at = timestamp(database.clock.now())
    const record: ImportRecord = {
      id: database.ids.import(),
      product: on.product,
      source: 'umami',
      from: null,
      to: null,
      rows: 12,
      status: 'uploaded',
      created_at: at,
      file_name: 'export.csv',
      uploaded: false,
      site: null,
      format: null,
      skip_invalid: false,
      content: 'same',
      percent: 0,
      problem: null,
      left_out: [{ what: 'cities without a name', count: 2, lines: [{ entry: '', line: 3 }] }],
      beyond_retention: null,
      updated_at: at,
      ...over,
    }
    await database.store.transaction((tx) => tx.store.imports.insert(record))
    return record
  }
  const pathOf = ({ id }: ImportRecord) => ({ path: { import: id } })
  const statusOf = async ({ id }: ImportRecord) => (await database.store.imports.find(id))?.status

  it('imports are listed, started once and removed by an administrator, with an audit entry for each write', async () => {
    const admin = await on.person('admin')
    const record = await recordOf()
    const { data } = await on.call(admin, listImports)
    expect(data).toMatchObject([{ id: record.id, status: 'uploaded', rows: 12, left_out: record.left_out }])
    await on.call(admin, startImport, pathOf(record))
    expect(await statusOf(record)).toBe('running')
    expect((await on.call(admin, startImport, pathOf(record))).code).toBe('invalid_request')
    await on.call(admin, removeImport, pathOf(record))
    expect(await statusOf(record)).toBe('removing')
    const entries = await database.store.audit.list({ product: on.product, limit: 10 })
    expect(entries.map(({ operation }) => operation)).toEqual(['dashboard_imports_remove', 'dashboard_imports_start'])
  })

  it('an import says before it starts what the retention of the product would delete of it', async () => {
    const admin = await on.person('admin')
    const beyond_retention = { retention_days: 1095, kept_from: day('2023-11-21'), days: 30, events: 0, figures: 1200 }
    const record = await recordOf({ from: day('2020-01-01'), to: day('2026-01-01'), beyond_retention })
    const preview = await on.preview(admin, startImport, pathOf(record))
    expect(preview.data).toMatchObject({
      state: 'previewed',
      warnings: [
        expect.stringMatching(/^The product keeps 1,095 days .*1,200 daily totals on 30 days before 2023-11-21/),
      ],
    })
    expect((await on.call(admin, listImports)).data).toMatchObject([{ beyond_retention }])
    const preferences = await database.store.settings.get(on.product, 'preferences')
    await database.store.transaction((tx) =>
      tx.store.settings.put(on.product, 'preferences', { ...preferences, retention_days: 3650 }, record.created_at),
    )
    expect((await on.call(admin, listImports)).data).toMatchObject([{ beyond_retention: null }])
  })

  it('rejects an import of content that was imported before', async () => {
    const admin = await on.person('admin')
    await recordOf({ status: 'complete' })
    const again = await recordOf()
    expect((await on.call(admin, startImport, pathOf(again))).code).toBe('already_exists')
    expect(await statusOf(again)).toBe('uploaded')
  })

  it('returns not_found for starting or removing an import of another product', async () => {
    const record = await recordOf()
    const other = await scenarioOn(database)
    const stranger = await other.person('owner')
    for (const operation of [startImport, removeImport])
      expect((await other.call(stranger, operation, pathOf(record))).code).toBe('not_found')
    expect(await statusOf(record)).toBe('uploaded')
  })

  it('does not let an editor start or remove an import', async () => {
    const record = await recordOf()
    const editor = await on.person('editor')
    for (const operation of [startImport, removeImport])
      expect((await on.call(editor, operation, pathOf(record))).code).toBe('role_forbidden')
  })
})
