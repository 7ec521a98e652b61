import { type FileHandle, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** What the log needs of the file system. */
export interface Disk {
  /** Creates a file that does not exist yet. */
  create(path: string): Promise<FileHandle>
  /** How much more can be written into a directory; undefined where the file system does not tell. */
  freeBytes(directory: string): Promise<number | undefined>
}

export const localDisk: Disk = {
  create: (path) => open(path, 'wx', 0o600),
  async freeBytes(directory) {
    const { bavail, bsize, blocks } = await statfs(directory)
    return blocks === 0 ? undefined : bavail * bsize
  },
}

/** Enough to show that there is room again, and not just for one more event. */
const TRIAL_BYTES = 1024 ** 2
const TRIAL_NAME = 'trial.tmp'

/** Writes a file and removes it again; throws when the disk does not take it. */
export async function tryWriting(disk: Disk, directory: string): Promise<void> {
  const path = join(directory, TRIAL_NAME)
  await rm(path, { force: true })
  const handle = await disk.create(path)
  try {
    await handle.writeFile(Buffer.alloc(TRIAL_BYTES))
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
