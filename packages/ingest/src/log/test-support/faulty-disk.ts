import { type FileHandle, open } from 'node:fs/promises'
import type { Disk } from '../disk.ts'

/** A wrapper of the real disk that can be full, hang or be short of space. */
export function faultyDisk() {
  const state = { writes: 'succeed' as 'succeed' | 'fail' | 'hang', code: 'ENOSPC', freeBytes: 1e12, tries: 0 }
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })

  const obstruct = async () => {
    state.tries++
    if (state.writes === 'fail') throw Object.assign(new Error(`${state.code}: rejected`), { code: state.code })
    if (state.writes === 'hang') await held
  }
  const disk: Disk = {
    async create(path) {
      const handle = await open(path, 'wx', 0o600)
      const { write, writeFile } = handle
      // A full disk still creates files; only writing content fails.
      Object.assign(handle, {
        write: async (...args: Parameters<FileHandle['write']>) => {
          await obstruct()
          return write.apply(handle, args)
        },
        writeFile: async (...args: Parameters<FileHandle['writeFile']>) => {
          await obstruct()
          return writeFile.apply(handle, args)
        },
      })
      return handle
    },
    freeBytes: async () => state.freeBytes,
  }
  return { disk, state, release: () => release() }
}
