import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { defaultSettings, ImportId, ProductId, TimeZone } from '@footfall/core-domain'
import { seededRandom, settableClock } from '@footfall/testkit'
import { testEngine } from '@footfall/warehouse/test-support'
import { afterAll, beforeAll } from 'vitest'
import { ZipFile } from 'yazl'
import { checkExport } from '../../checking/check-export.ts'
import { type ImportExportOptions, importExport } from '../../checking/import-export.ts'

/** An archive of files by their names. */
export async function writeZip(
  path: string,
  files: Readonly<Record<string, string | Buffer>>,
  compress = true,
): Promise<void> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name, { compress })
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}

interface RunOptions extends Partial<ImportExportOptions> {
  /** Checks the export and stores nothing. */
  readonly dryRun?: boolean
}

/**
 * Imports exports into products of one engine. Call it at the top of a file or inside `describe`; what it returns works inside hooks
 * and tests.
 */
export function exportBench(zone = 'UTC') {
  const engine = testEngine()
  let directory: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'footfall-exports-'))
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))
  const random = seededRandom()
  let files = 0
  let imports = 0
  const path = () => join(directory, `export-${files++}`)

  async function run(product: string, file: string, { dryRun = false, ...over }: RunOptions = {}) {
    const options: ImportExportOptions = {
      engine,
      profile: { product: ProductId.parse(product), ...defaultSettings(TimeZone.parse(zone)) },
      importId: ImportId.parse(`imp_${imports++}`),
      file,
      stateDir: join(directory, 'state'),
      geo: { lookup: () => ({ country: '', region: '', city: '' }) },
      clock: settableClock('2026-11-20T12:00:00Z'),
      random,
      ...over,
    }
    return dryRun ? checkExport(options) : importExport(options)
  }

  return {
    engine,
    get directory() {
      return directory
    },
    run,
    async text(product: string, content: string | Buffer, over: RunOptions = {}) {
      const file = path()
      await writeFile(file, content)
      return run(product, file, over)
    },
    async zip(product: string, entries: Readonly<Record<string, string | Buffer>>, over: RunOptions = {}) {
      const file = path()
      await writeZip(file, entries)
      return run(product, file, over)
    },
    /** The stored numbers of a dimension, the whole product being ''. */
    numbers: (product: string, dimension: string, columns: string) =>
      engine.rows<Record<string, unknown>>(
        `SELECT toString(day) AS day, ${columns} FROM imported_days
WHERE product_id = '${product}' AND dimension = '${dimension}' ORDER BY day, keys`,
      ),
    events: (product: string, columns: string) =>
      engine.rows<Record<string, unknown>>(
        `SELECT ${columns} FROM events WHERE product_id = '${product}' ORDER BY ts, kind, path`,
      ),
  }
}
