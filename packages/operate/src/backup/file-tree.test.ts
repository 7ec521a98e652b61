import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { linkFiles, walk } from './file-tree.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'footfall-file-tree-'))
  await mkdir(join(root, 'from/imports/imp_1'), { recursive: true })
  for (const name of ['imp_1/state.json', 'other.json']) await writeFile(join(root, 'from/imports', name), name)
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** Lists the files, has an import end, and links what was listed. */
async function linkedAfterTheEnd(mayGo: boolean) {
  const tree = await walk(join(root, 'from'), ['imports'], () => false)
  expect(tree.files.map(({ path }) => path)).toContain('imports/imp_1/state.json')
  await rm(join(root, 'from/imports/imp_1'), { recursive: true })
  await linkFiles(join(root, 'from'), join(root, 'to'), tree, () => mayGo)
}

it('a snapshot omits a file of an import that ended after it was listed', async () => {
  await linkedAfterTheEnd(true)
  expect(await readFile(join(root, 'to/imports/other.json'), 'utf8')).toBe('other.json')
  await expect(readFile(join(root, 'to/imports/imp_1/state.json'))).rejects.toMatchObject({ code: 'ENOENT' })
})

it('a snapshot fails when a required file is gone', async () => {
  await expect(linkedAfterTheEnd(false)).rejects.toMatchObject({ code: 'ENOENT' })
})
