import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeDirectory } from './make-directory.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-directory-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('makes a directory and those above it for its user only, and leaves one that exists as it is', async () => {
  const path = join(folder, 'a/b/c')
  await Promise.all([makeDirectory(path), makeDirectory(path)])
  expect((await stat(join(folder, 'a'))).mode & 0o777).toBe(0o700)
  await chmod(path, 0o750)
  await makeDirectory(path)
  expect((await stat(path)).mode & 0o777).toBe(0o750)
})

it('rejects a directory that is a file, or below one', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  await expect(makeDirectory(file)).rejects.toMatchObject({ code: 'EEXIST' })
  await expect(makeDirectory(join(file, 'a/b'))).rejects.toMatchObject({ code: 'ENOTDIR' })
})

it.runIf(process.platform === 'linux')('rejects a directory in a file system that takes none', async () => {
  await expect(makeDirectory('/proc/footfall/backup')).rejects.toMatchObject({ code: 'ENOENT' })
})
