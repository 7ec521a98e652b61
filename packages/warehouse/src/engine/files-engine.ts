import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { EngineShare } from '@footfall/core-domain'
import { type DirectoryLock, lockDirectory, ownerOf } from './directory-lock.ts'
import type { FileStatementOptions } from './engine.ts'
import { fairQueue, NO_LIMITS } from './fair-queue.ts'
import { runInProcess } from './files-process.ts'
import { limitSettings, type PurposeLimits, withMemory } from './limits.ts'

/** ClickHouse in a separate process for each statement over files of this machine. It has no tables. */
export interface FilesEngine {
  /** Settles when the statement has ended, also when the signal stops it. Throws `InvalidRequest` without the package chdb. */
  run(statement: string, options: FileStatementOptions): Promise<void>
  /** Ends when no statement runs. */
  close(): Promise<void>
}

interface FilesEngineOptions {
  /** Where it makes its folder. */
  readonly directory: string
  readonly limits: PurposeLimits
}

/** Each takes memory of its own. With two, an export does not wait for a check, of which there is one at a time. */
const STATEMENTS_AT_ONCE = 2
const GRACE_SECONDS = 5

/** Nothing is made before the first statement. */
export function filesEngine({ directory, limits }: FilesEngineOptions): FilesEngine {
  const turns = fairQueue({
    total: { ...NO_LIMITS, running: STATEMENTS_AT_ONCE },
    account: NO_LIMITS,
    person: NO_LIMITS,
    message: '',
  })
  const running = new Set<Promise<void>>()
  let folder: Promise<OwnFolder> | undefined

  function ownFolder(): Promise<OwnFolder> {
    folder ??= makeFolder(directory).catch((error: unknown) => {
      folder = undefined
      throw error
    })
    return folder
  }

  async function run(statement: string, { signal, memoryBytesMax }: FileStatementOptions): Promise<void> {
    const text = `${statement}\nSETTINGS ${limitSettings(withMemory(limits, memoryBytesMax)).join(', ')}`
    const release = await turns.waitForSlot(FILES_SHARE, { signal })
    try {
      const { path } = await ownFolder()
      const session = await mkdtemp(join(path, 'session-'))
      try {
        const maxSeconds = limits.maxExecutionSeconds + GRACE_SECONDS
        await runInProcess({ text, path: session, maxSeconds, signal })
      } finally {
        await rm(session, { recursive: true, force: true })
      }
    } finally {
      release()
    }
  }

  return {
    run(statement, options) {
      const end = run(statement, options)
      const settled = end.catch(() => undefined).finally(() => running.delete(settled))
      running.add(settled)
      return end
    },
    async close() {
      await Promise.all(running)
      if (folder === undefined) return
      const { path, lock } = await folder
      lock.release()
      await rm(path, { recursive: true, force: true })
    },
  }
}

const FILES_SHARE: EngineShare = { account: 'service', person: 'service', credential: 'service' }

interface OwnFolder {
  readonly path: string
  readonly lock: DirectoryLock
}

const FOLDER = 'files-'

/** Renamed once it is locked, so that no other process takes it for an abandoned one. */
async function makeFolder(directory: string): Promise<OwnFolder> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const made = await mkdtemp(join(directory, `.${FOLDER}`))
  const lock = lockDirectory(made)
  const path = join(directory, basename(made).slice(1))
  await rename(made, path)
  return { path, lock }
}

/** Removes the folders of killed processes. Running ones lock theirs. */
export async function removeLeftFolders(directory: string): Promise<void> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return []
  })
  const isFolder = (name: string) => name.startsWith(FOLDER) || name.startsWith(`.${FOLDER}`)
  const folders = names.filter(isFolder).map((name) => join(directory, name))
  for (const folder of folders)
    if (ownerOf(folder) !== undefined && isFree(folder)) await rm(folder, { recursive: true, force: true })
}

function isFree(folder: string): boolean {
  try {
    lockDirectory(folder).release()
    return true
  } catch {
    return false
  }
}
