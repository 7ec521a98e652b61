import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IMPORT_SOURCES } from '@footfall/core-domain'
import { importFields } from '@footfall/ingest'
import { describe, expect, it } from 'vitest'
import { commandLine } from '../test-support/command-line.ts'

const EVENT = { timestamp: '2026-11-01T10:00:00Z', name: 'pageview', url: 'https://example.com/', visitor: 'v1' }

describe('footfall import', () => {
  const { dataDir, footfall } = commandLine()
  const shop = async () => {
    await footfall('account create --email ada@example.com --name Ada')
    const made = await footfall('product create --account ada@example.com --name Shop --json')
    const file = join(dataDir(), 'history.ndjson')
    await writeFile(file, JSON.stringify(EVENT))
    return { product: String(JSON.parse(made.out).product.id), file }
  }

  it('names every source and every field in its help', async () => {
    const { out } = await footfall('import --help')
    for (const source of IMPORT_SOURCES) expect(out).toContain(`  ${source} (`)
    for (const { name } of importFields()) expect(out).toContain(`  ${name}`)
  })

  it('rejects a command line without a product, with an unknown source, or with an invalid id', async () => {
    expect(await footfall('import history.ndjson')).toMatchObject({ code: 2, err: 'footfall: --product: is required' })
    expect(await footfall('import list')).toMatchObject({ code: 2, err: 'footfall: --product: is required' })
    expect(await footfall('import x.csv --product prd_1 --from excel')).toMatchObject({ code: 2 })
    expect(await footfall('import remove everything')).toMatchObject({ code: 2 })
  })

  it('says what an import would bring with --dry-run, lists imports, and asks before a removal on a terminal only', async () => {
    const { product, file } = await shop()
    const checked = await footfall(`import ${file} --product ${product} --dry-run`)
    expect(checked.out).toContain('It would bring 1 event from 2026-11-01 to 2026-11-01.')
    expect((await footfall(`import list --product ${product}`)).out).toContain('No import yet')
    const imported = await footfall(`import ${file} --product ${product}`)
    const id = /footfall import remove (imp_\w+)/.exec(imported.out)?.[1] ?? ''
    const list = await footfall(`import list --product ${product} --json`)
    expect(JSON.parse(list.out)).toEqual({
      imports: [{ id, source: 'footfall', from: '2026-11-01', to: '2026-11-01', rows: 1, status: 'complete' }],
    })
    const kept = await footfall(`import remove ${id}`, { interactive: true, typed: 'n' })
    expect(kept).toMatchObject({ code: 1, err: 'footfall: Nothing was removed.' })
    expect(await footfall(`import remove ${id}`)).toMatchObject({ code: 0, out: `Removed ${id}: 1 row.` })
    expect((await footfall(`import ${file} --product ${product}`)).out).toContain('Imported 1 event')
  })

  it('takes the name of a product for its id', async () => {
    const { file } = await shop()
    expect((await footfall(`import ${file} --product shop`)).out).toContain('Imported 1 event')
    expect((await footfall('import list --product shop')).out).toContain('history.ndjson')
  })

  it('rejects an unknown product, file or import', async () => {
    const { product, file } = await shop()
    expect(await footfall(`import ${file} --product prd_none`)).toMatchObject({ code: 1 })
    expect(await footfall(`import list --product prd_none`)).toMatchObject({ code: 1 })
    expect(await footfall(`import ${file}.none --product ${product}`)).toMatchObject({ code: 1 })
    expect(await footfall('import remove imp_none')).toMatchObject({ code: 1 })
  })
})
