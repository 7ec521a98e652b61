import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'

export interface DirectoryLock {
  release(): void
}

/** Shows people who has the directory; only the lock decides. */
const OWNER = 'owner.txt'

/** The process that owns the directory or owned it last, such as “Process 4711 on web-1”; undefined where none did. */
export function ownerOf(directory: string): string | undefined {
  try {
    return readFileSync(join(directory, OWNER), 'utf8').slice(0, 300)
  } catch {
    return undefined
  }
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
    const owner = ownerOf(directory) ?? 'Another process'
    throw new Error(`${owner} uses ${directory}; every process needs a directory of its own.`, { cause })
  }
  writeFileSync(join(directory, OWNER), `Process ${process.pid} on ${hostname()}`, { mode: 0o600 })
  return { release: () => database.close() }
}
