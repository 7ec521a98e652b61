import { type FileHandle, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** The file system operations of the log. */
export interface Disk {
  /** Creates a file that does not exist yet. */
  create(path: string): Promise<FileHandle>
  /** Free space for a directory; undefined where the file system does not report it. */
  freeBytes(directory: string): Promise<number | undefined>
}

export const localDisk: Disk = {
  create: (path) => open(path, 'wx', 0o600),
  async freeBytes(directory) {
    const { bavail, bsize, blocks } = await statfs(directory)
    return blocks === 0 ? undefined : bavail * bsize
  },
}

/** More than one event, so that recovery is not declared for the last free bytes. */
const PROBE_BYTES = 1024 ** 2
const PROBE_NAME = 'probe.tmp'

/** Writes and removes a file; throws when the disk does not accept it. */
export async function tryWriting(disk: Disk, directory: string): Promise<void> {
  const path = join(directory, PROBE_NAME)
  await rm(path, { force: true })
  const handle = await disk.create(path)
  try {
    await handle.writeFile(Buffer.alloc(PROBE_BYTES))
    await handle.datasync()
  } finally {
    await handle.close().catch(() => {})
    await rm(path, { force: true }).catch(() => {})
  }
}

export async function writeWhole(handle: FileHandle, buffer: Buffer, position: number): Promise<void> {
  for (let done = 0; done < buffer.length; ) {
    const { bytesWritten } = await handle.write(buffer, done, buffer.length - done, position + done)
    done += bytesWritten
  }
}
