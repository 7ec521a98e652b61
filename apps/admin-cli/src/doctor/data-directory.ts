import { access, mkdtemp, rmdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Settings } from '@footfall/config'
import { lockDirectory } from '@footfall/ingest'
import { type Finding, failed, ok, warning } from './finding.ts'

/** Whether a process uses the ingest log of this directory. `abandoned`: the log exists, and no process uses it. */
export type Holder = 'running' | 'abandoned' | 'absent'

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** Tests by writing: permissions do not show a full or read-only disk. */
async function writable(path: string): Promise<boolean> {
  try {
    await rmdir(await mkdtemp(join(path, '.footfall-doctor-')))
    return true
  } catch {
    return false
  }
}

export async function dataDirectory({ dataDir }: Settings): Promise<Finding> {
  const check = 'data_directory'
  if (!(await exists(dataDir))) {
    const parent = await nearestParent(dataDir)
    return (await writable(parent))
      ? ok(check, `${dataDir} will be made at the first start`)
      : failed(
          check,
          `${dataDir} cannot be made: ${parent} is not writable`,
          `sudo install -d -m 700 -o "$(id -un)" ${dataDir}, or set DATA_DIR to a directory that this user may write.`,
        )
  }
  const found = await stat(dataDir)
  if (!found.isDirectory())
    return failed(check, `${dataDir} is a file`, 'Set DATA_DIR to a directory, or to one that is not there yet.')
  if (!(await writable(dataDir)))
    return failed(
      check,
      `${dataDir} cannot be written by this user`,
      `sudo chown -R "$(id -un)" ${dataDir}, or set DATA_DIR to a directory that this user may write.`,
    )
  return (found.mode & 0o077) === 0
    ? ok(check, dataDir)
    : warning(check, `${dataDir} can be entered by other users`, `chmod 700 ${dataDir}`)
}

async function nearestParent(path: string): Promise<string> {
  const parent = dirname(path)
  return parent === path || (await exists(parent)) ? parent : nearestParent(parent)
}

/** Each collecting process locks its directory; the system releases the lock when the process ends. */
export async function holderOf({ ingestLog }: Settings): Promise<Holder> {
  if (!(await exists(join(ingestLog.directory, 'owner.lock')))) return 'absent'
  try {
    lockDirectory(ingestLog.directory).release()
    return 'abandoned'
  } catch {
    return 'running'
  }
}

const MIB = 1024 ** 2
const FREE_MIN = 256 * MIB
const FREE_WANTED = 2048 * MIB
const FREE_SHARE_WANTED = 0.05

export async function diskSpace({ dataDir }: Settings): Promise<Finding> {
  const place = (await exists(dataDir)) ? dataDir : await nearestParent(dataDir)
  const { bavail, blocks, bsize } = await statfs(place)
  return judgeSpace(place, bavail * bsize, blocks * bsize)
}

/** `free` and `total` in bytes. */
export function judgeSpace(place: string, free: number, total: number): Finding {
  const found = `${mebibytes(free)} free of ${mebibytes(total)} at ${place}`
  const fix = `Make room at ${place}, shorten retention_days, or move DATA_DIR to a larger disk.`
  if (free < FREE_MIN) return failed('disk', found, fix)
  return free < FREE_WANTED || free < total * FREE_SHARE_WANTED ? warning('disk', found, fix) : ok('disk', found)
}

const mebibytes = (bytes: number) => `${Math.floor(bytes / MIB).toLocaleString('en')} MiB`
