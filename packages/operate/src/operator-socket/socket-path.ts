import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The longest path, in bytes, that every system takes for a socket. */
const PATH_BYTES_MAX = 100

export function socketIn(dataDir: string): string {
  return join(dataDir, 'operator.sock')
}

/** The file that names the socket where the path of the data directory is too long for one. */
export function pointerIn(dataDir: string): string {
  return join(dataDir, 'operator.sock.path')
}

export function fitsSocket(path: string): boolean {
  return Buffer.byteLength(path) <= PATH_BYTES_MAX
}

/** Where the service of a data directory listens, if it runs; undefined where it never did. */
export async function findSocket(dataDir: string): Promise<string | undefined> {
  const path = socketIn(dataDir)
  if (fitsSocket(path)) return path
  return readFile(pointerIn(dataDir), 'utf8').catch(() => undefined)
}
