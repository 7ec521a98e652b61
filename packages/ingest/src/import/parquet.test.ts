import { access, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testEngine } from '@footfall/warehouse/test-support'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parquetToNdjson } from './parquet.ts'
import { assertParquetRows } from './parquet-footer.ts'

const engine = testEngine()
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'footfall-parquet-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

it('does not convert a Parquet file that the disk has no room for', async () => {
  const [parquet, ndjson] = [join(directory, 'rows.parquet'), join(directory, 'rows.ndjson')]
  await engine.run(`INSERT INTO FUNCTION file('${parquet}', 'Parquet') SELECT number AS n FROM numbers(3)`)
  await expect(parquetToNdjson(engine, parquet, ndjson, { disk: { freeBytes: async () => 1000 } })).rejects.toThrow(
    /^file: holds more than the disk of the service has room for$/,
  )
  await expect(access(ndjson)).rejects.toMatchObject({ code: 'ENOENT' })
  await parquetToNdjson(engine, parquet, ndjson)
  expect(await readFile(ndjson, 'utf8')).toBe('{"n":0}\n{"n":1}\n{"n":2}\n')
})

it('rejects a file that is not Parquet without naming directories of this machine', async () => {
  const file = join(directory, 'text.parquet')
  await writeFile(file, 'no Parquet')
  await expect(parquetToNdjson(engine, file, join(directory, 'text.ndjson'))).rejects.toThrow(
    /^file: cannot be read as Parquet$/,
  )
})

/** One row group, whatever it holds. */
const ONE_GROUP = `max_threads = 1, max_block_size = 20, min_insert_block_size_rows = 20, min_insert_block_size_bytes = 1,
  output_format_parquet_compression_method = 'zstd', output_format_parquet_parallel_encoding = 0,
  output_format_parquet_row_group_size = 10000000, output_format_parquet_row_group_size_bytes = 100000000000`

it.each([
  [
    'rows by the million',
    `'pageview' AS name FROM numbers(200000)`,
    /^file: has 200,000 rows in [\d,]+ bytes, and may have/,
  ],
  [
    'a row group of 300 MB',
    `repeat('x', 1000000) AS url FROM numbers(300)`,
    /^file: needs more than 160 MiB of memory/,
  ],
  [
    'a long text many times',
    `repeat('x', 20000) AS url FROM numbers(5000)`,
    /^file: (?:holds more than 250 times its size|needs more than 160 MiB of memory)/,
  ],
])('rejects a few bytes of Parquet that hold %s', async (title, select, message) => {
  const name = title.replaceAll(' ', '-')
  const [parquet, ndjson] = [join(directory, `${name}.parquet`), join(directory, `${name}.ndjson`)]
  await engine.run(`INSERT INTO FUNCTION file('${parquet}', 'Parquet') SETTINGS ${ONE_GROUP} SELECT ${select}`)
  expect((await stat(parquet)).size).toBeLessThan(20_000)
  await expect(parquetToNdjson(engine, parquet, ndjson)).rejects.toThrow(message)
  expect((await readdir(directory)).filter((file) => file.startsWith(`${name}.ndjson`))).toEqual([])
})

it('rejects a Parquet file whose footer is cut off, changed or longer than the file', async () => {
  const good = join(directory, 'good.parquet')
  await engine.run(`INSERT INTO FUNCTION file('${good}', 'Parquet') SELECT number AS n FROM numbers(3)`)
  const bytes = await readFile(good)
  const bad = join(directory, 'bad.parquet')
  const footer = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8)
  const variants = [
    bytes.subarray(0, -1),
    Buffer.concat([bytes.subarray(0, -8), Buffer.from([0xff, 0xff, 0xff, 0x7f]), Buffer.from('PAR1')]),
    Buffer.concat([bytes.subarray(0, footer), Buffer.alloc(bytes.length - 8 - footer, 0xff), bytes.subarray(-8)]),
    Buffer.concat([bytes.subarray(0, footer), Buffer.alloc(bytes.length - 8 - footer, 0), bytes.subarray(-8)]),
    Buffer.from('PAR1PAR1'),
  ]
  for (const variant of variants) {
    await writeFile(bad, variant)
    await expect(parquetToNdjson(engine, bad, join(directory, 'bad.ndjson'))).rejects.toThrow(
      /^file: cannot be read as Parquet$/,
    )
  }
})

it('ends the engine that reads a compressed page without end, and converts the next file', async () => {
  const file = join(directory, 'endless.parquet')
  await engine.run(
    `INSERT INTO FUNCTION file('${file}', 'Parquet') SETTINGS output_format_parquet_compression_method = 'brotli' SELECT number AS n FROM numbers(2000)`,
  )
  const bytes = await readFile(file)
  const good = join(directory, 'before-endless.parquet')
  await writeFile(good, bytes)
  // The header of the first page: its kind, then its size without compression, which becomes larger than what is there.
  const [, kind, , low = 0, high = 0] = bytes.subarray(4)
  expect([bytes[4], kind, bytes[6], low >> 7]).toEqual([0x15, 0x04, 0x15, 1])
  bytes[8] = high + 1
  await writeFile(file, bytes)
  const converting = parquetToNdjson(engine, file, join(directory, 'endless.ndjson'), { looksWithoutTextMax: 20 })
  await expect(converting).rejects.toThrow(/^file: cannot be read as Parquet$/)
  await parquetToNdjson(engine, good, join(directory, 'after-endless.ndjson'))
  await engine.run("DELETE FROM events WHERE product_id = 'prd_nobody'")
})

it('rejects a Parquet file whose footer has millions of values before its rows', async () => {
  const [I32, LIST_IN_FIELD_2, NUM_ROWS_NEXT] = [0x05, 0x29, 0x16]
  const count = 3_000_000
  // The length of a list is a number of seven bits a byte.
  const length = [count & 0x7f, (count >> 7) & 0x7f, (count >> 14) & 0x7f, count >> 21].map((byte, i) =>
    i < 3 ? byte | 0x80 : byte,
  )
  const list = [LIST_IN_FIELD_2, 0xf0 | I32, ...length]
  const footer = Buffer.concat([Buffer.from(list), Buffer.alloc(count, 2), Buffer.from([NUM_ROWS_NEXT, 2, 0])])
  const tail = Buffer.alloc(4)
  tail.writeUInt32LE(footer.length)
  const file = join(directory, 'values.parquet')
  await writeFile(file, Buffer.concat([Buffer.from('PAR1'), footer, tail, Buffer.from('PAR1')]))
  await expect(assertParquetRows(file)).rejects.toThrow(/^file: cannot be read as Parquet$/)
})
