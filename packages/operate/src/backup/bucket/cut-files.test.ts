import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { walk } from '../file-tree.ts'
import { CHUNK_BYTES_MAX } from './bucket-manifest.ts'
import { cutFiles } from './cut-files.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'footfall-cut-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** Writes files of these sizes, cuts them, and returns the chunks after putting every file together again. */
async function cut(sizes: Readonly<Record<string, number>>) {
  const written = new Map<string, Buffer>()
  for (const [path, size] of Object.entries(sizes)) {
    const content = randomBytes(size)
    written.set(path, content)
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
  const { files } = await walk(root, ['d', 'e'], () => false)
  const chunks: string[][] = []
  const read = new Map<string, Buffer>(files.map(({ path }) => [path, Buffer.alloc(0)]))
  for await (const { bytes, slices } of cutFiles(root, files)) {
    expect(bytes.length).toBe(slices.reduce((sum, { length }) => sum + length, 0))
    expect(bytes.length).toBeLessThanOrEqual(CHUNK_BYTES_MAX)
    for (const { path, from, length } of slices)
      read.set(path, Buffer.concat([read.get(path) ?? Buffer.alloc(0), bytes.subarray(from, from + length)]))
    chunks.push(slices.map(({ path, length }) => `${path}:${length}`))
  }
  for (const [path, content] of written) expect(read.get(path)?.equals(content)).toBe(true)
  return chunks
}

it('puts the small files of one directory into one chunk, and those of another into the next', async () => {
  expect(await cut({ 'd/a': 10, 'd/b': 20, 'd/empty': 0, 'd/f/c': 5, 'e/a': 1 })).toEqual([
    ['d/a:10', 'd/b:20'],
    ['d/f/c:5'],
    ['e/a:1'],
  ])
})

it('gives a large file chunks of its own, so that it is the same whatever is next to it', async () => {
  expect(await cut({ 'd/a': 10, 'd/b': 2 * CHUNK_BYTES_MAX + 7, 'd/c': 5, 'd/d': CHUNK_BYTES_MAX })).toEqual([
    ['d/a:10'],
    [`d/b:${CHUNK_BYTES_MAX}`],
    [`d/b:${CHUNK_BYTES_MAX}`],
    ['d/b:7'],
    ['d/c:5'],
    [`d/d:${CHUNK_BYTES_MAX}`],
  ])
})

it('splits small files over chunks that are full', async () => {
  const size = CHUNK_BYTES_MAX - 4
  expect(await cut({ 'd/a': size, 'd/b': size })).toEqual([[`d/a:${size}`, 'd/b:4'], [`d/b:${size - 4}`]])
})

it('cuts nothing where there are no files', async () => {
  expect(await cut({})).toEqual([])
})
