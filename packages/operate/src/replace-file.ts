import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Written beside the file and renamed over it, so that it is never read incomplete, even after a power failure. */
export async function replaceFile(path: string, bytes: Buffer | string): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.new`)
  try {
    const handle = await open(temporary, 'w', 0o644)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, path)
    const directory = await open(dirname(path), 'r')
    await directory.sync().finally(() => directory.close())
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
