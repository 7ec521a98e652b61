import { existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes the directory and those above it that do not exist, readable only by the user that the service runs as. `mkdir` of Node.js
 * with `recursive` does not end in a file system that rejects new directories with ENOENT, such as `/proc`.
 */
export async function makeDirectory(path: string): Promise<void> {
  if (await isDirectory(path)) return
  const above = dirname(path)
  if (above !== path && !existsSync(above)) await makeDirectory(above)
  await mkdir(path, { mode: 0o700 }).catch(async (error: unknown) => {
    // Another process may have made it meanwhile.
    if (!(await isDirectory(path))) throw error
  })
}

async function isDirectory(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() === true
}
