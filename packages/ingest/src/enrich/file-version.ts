import { stat } from 'node:fs/promises'

/** Changes whenever the file is replaced or written; undefined where there is no file. */
export async function versionOf(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  return found && `${found.dev} ${found.ino} ${found.size} ${found.mtimeNs}`
}
