import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface DirectoryLock {
  release(): void
}

/**
 * Makes this process the only owner of a directory until it ends. The operating system releases SQLite’s file lock even
 * after SIGKILL; a file with a process id would outlive its owner, and the id may belong to another process in another
 * container.
 */
export function lockDirectory(directory: string): DirectoryLock {
  const database = new DatabaseSync(join(directory, 'owner.lock'))
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (cause) {
    database.close()
    throw new Error(`Another process uses ${directory}; every process needs a directory of its own.`, { cause })
  }
  return { release: () => database.close() }
}
