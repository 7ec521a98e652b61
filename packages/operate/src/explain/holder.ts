import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '@footfall/config'
import { lockDirectory } from '@footfall/ingest'

/** Whether a process uses the ingest log of this directory. `abandoned`: the log exists, and no process uses it. */
export type Holder = 'running' | 'abandoned' | 'absent'

/** Each collecting process locks its directory; the system releases the lock when the process ends. */
export function holderOf({ ingestLog }: Pick<Settings, 'ingestLog'>): Holder {
  if (!existsSync(join(ingestLog.directory, 'owner.lock'))) return 'absent'
  try {
    lockDirectory(ingestLog.directory).release()
    return 'abandoned'
  } catch {
    return 'running'
  }
}
