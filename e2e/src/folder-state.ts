import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Every file below a folder with its size in bytes and when it changed, to see whether anything was written. */
export async function stateOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true })
  const states = entries.map(async (entry) => {
    const { size, mtimeMs } = await stat(join(folder, entry))
    return `${entry} ${size} ${mtimeMs}`
  })
  return (await Promise.all(states)).sort()
}
