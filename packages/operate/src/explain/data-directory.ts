import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Explanation } from './explanation.ts'
import { reasonOf, rootOf } from './failure.ts'

const ANOTHER = 'set DATA_DIR to a directory that this user may write.'

/** Why a data directory cannot be used or made; undefined where it can. Tests by writing, and leaves nothing behind. */
export async function dataDirectoryProblem(dataDir: string): Promise<Explanation | undefined> {
  const found = await stat(dataDir).catch(() => undefined)
  if (found !== undefined && !found.isDirectory()) return isFile(dataDir)
  const place = found === undefined ? nearestParent(dataDir) : dataDir
  try {
    // Permissions do not show a full or read-only disk.
    const probe = await mkdtemp(join(place, '.footfall-'))
    // A directory may still fit where no byte does.
    await writeFile(join(probe, 'probe'), 'x').finally(() => rm(probe, { recursive: true, force: true }))
    return undefined
  } catch (error) {
    return explained(error, dataDir, place)
  }
}

/** The directory itself, or the nearest one above it that exists. */
export function nearestParent(path: string): string {
  const parent = dirname(path)
  return parent === path || existsSync(parent) ? parent : nearestParent(parent)
}

function explained(error: unknown, dataDir: string, place: string): Explanation {
  const cannot = place === dataDir ? dataDir : `${dataDir} cannot be made: ${place}`
  switch (rootOf(error).code) {
    case 'ENOTDIR':
      return isFile(place)
    case 'EROFS':
      return { found: `${cannot} is on a read-only file system`, fix: `Mount it for writing, or ${ANOTHER}` }
    case 'ENOSPC':
    case 'EDQUOT':
      return { found: `${cannot} is on a full disk`, fix: `Make room at ${place}, or ${ANOTHER}` }
    case 'EACCES':
    case 'EPERM':
      return place === dataDir
        ? {
            found: `${dataDir} cannot be written by this user`,
            fix: `sudo chown -R "$(id -un)" ${dataDir}, or ${ANOTHER}`,
          }
        : {
            found: `${cannot} is not writable`,
            fix: `sudo install -d -m 700 -o "$(id -un)" ${dataDir}, or ${ANOTHER}`,
          }
    default:
      return { found: `${cannot} takes no files (${reasonOf(error)})`, fix: `Use a directory on a disk: ${ANOTHER}` }
  }
}

function isFile(path: string): Explanation {
  return { found: `${path} is a file`, fix: 'Set DATA_DIR to a directory, or to one that is not there yet.' }
}
