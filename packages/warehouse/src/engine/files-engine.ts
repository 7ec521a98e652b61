import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { InvalidRequest } from '@footfall/core-domain'
import { tokenLiteral } from '../sql/literal.ts'
import { type DirectoryLock, lockDirectory, ownerOf } from './directory-lock.ts'
import type { FileStatementOptions } from './engine.ts'
import { limitSettings, type PurposeLimits, withMemory } from './limits.ts'
import { stopper } from './stoppable.ts'

/** ClickHouse in this process beside a remote one, which cannot see the files of this machine. It has no tables. */
export interface FilesEngine {
  /** Settles when the statement has ended, also when the signal stops it. Throws `InvalidRequest` without the package chdb. */
  run(statement: string, options: FileStatementOptions): Promise<void>
  /** Ends when no statement runs. */
  close(): Promise<void>
}

interface FilesEngineOptions {
  /** Where it makes its folder: a process may open one, and no other process may open it at the same time. */
  readonly directory: string
  readonly limits: PurposeLimits
  readonly newTag: () => string
}

/** Nothing is loaded or made before the first statement. */
export function filesEngine({ directory, limits, newTag }: FilesEngineOptions): FilesEngine {
  let folder: Promise<OwnFolder> | undefined
  const stopping = stopper({
    newTag,
    kill: (tag) => inSession(`KILL QUERY WHERE Settings['log_comment'] = ${tokenLiteral(tag)} ASYNC`),
    cutOnFailure: false,
  })

  function ownFolder(): Promise<OwnFolder> {
    folder ??= makeFolder(directory).catch((error: unknown) => {
      folder = undefined
      throw error
    })
    return folder
  }

  async function inSession(statement: string): Promise<void> {
    const { Session } = await loaded()
    const { path } = await ownFolder()
    const session = new Session(join(path, 'session'))
    try {
      await session.queryAsync(statement)
    } finally {
      session.close()
    }
  }

  return {
    run(statement, { signal, memoryBytesMax }) {
      const limited = `${statement}\nSETTINGS ${limitSettings(withMemory(limits, memoryBytesMax)).join(', ')}`
      if (signal === undefined) return inSession(limited)
      return stopping.run(signal, ({ tag }) => inSession(`${limited}, log_comment = ${tokenLiteral(tag)}`))
    },
    async close() {
      if (folder === undefined) return
      const { drainPending } = await loaded()
      await drainPending()
      const { path, lock } = await folder
      lock.release()
      await rm(path, { recursive: true, force: true })
    },
  }
}

/** The package is optional beside a server, and only Parquet needs it there. */
const loaded = () =>
  import('chdb').catch(() => {
    throw new InvalidRequest([{ path: 'format', message: 'needs the package chdb, which this service does not have' }])
  })

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
  const folders = names.filter((name) => name.startsWith(FOLDER)).map((name) => join(directory, name))
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
