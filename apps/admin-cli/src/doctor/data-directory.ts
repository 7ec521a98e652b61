import { existsSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import type { Settings } from '@footfall/config'
import { dataDirectoryProblem, nearestParent } from '@footfall/operate'
import { sizeText } from '../numbers.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

export async function dataDirectory({ dataDir }: Settings): Promise<Finding> {
  const check = 'data_directory'
  const problem = await dataDirectoryProblem(dataDir)
  if (problem !== undefined) return failed(check, problem.found, problem.fix)
  const found = await stat(dataDir).catch(() => undefined)
  if (found === undefined) return ok(check, `${dataDir} will be made at the first start`)
  return (found.mode & 0o077) === 0
    ? ok(check, dataDir)
    : warning(check, `${dataDir} can be entered by other users`, `chmod 700 ${dataDir}`)
}

const MIB = 1024 ** 2
const FREE_MIN = 256 * MIB
const FREE_WANTED = 2048 * MIB
const FREE_SHARE_WANTED = 0.05

export async function diskSpace({ dataDir }: Settings): Promise<Finding> {
  const place = existsSync(dataDir) ? dataDir : nearestParent(dataDir)
  const { bavail, blocks, bsize } = await statfs(place)
  return spaceFinding(place, bavail * bsize, blocks * bsize)
}

/** Of the disk of an existing directory, in bytes. */
export async function freeSpace(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** `free` and `total` in bytes. */
export function spaceFinding(place: string, free: number, total: number): Finding {
  const found = `${sizeText(free)} free of ${sizeText(total)} at ${place}`
  const fix = `Make room at ${place}, shorten retention_days, or move DATA_DIR to a larger disk.`
  if (free < FREE_MIN) return failed('disk', found, fix)
  return free < FREE_WANTED || free < total * FREE_SHARE_WANTED ? warning('disk', found, fix) : ok('disk', found)
}
