import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '@footfall/config'
import { MINUTE_MS } from '@footfall/core-domain'
import type { Holder } from '@footfall/operate'
import { type Finding, failed, ok, warning } from './finding.ts'

/** Events are written to the engine within seconds; older ones indicate a problem. */
const WAIT_MAX_MS = 5 * MINUTE_MS
const SHARE_WARNING = 0.5
const SHARE_FULL = 0.95

/** Checks how many accepted events are not in the engine yet. */
export async function ingestLog({ ingestLog: log }: Settings, holder: Holder, nowMs: number): Promise<Finding> {
  const check = 'ingest_log'
  const names = await readdir(log.directory).catch(() => [])
  const files = await Promise.all(
    names.filter((name) => name.endsWith('.log')).map((name) => stat(join(log.directory, name)).catch(() => undefined)),
  )
  const waiting = files.flatMap((file) => (file !== undefined && file.size > 0 ? [file] : []))
  const bytes = waiting.reduce((sum, { size }) => sum + size, 0)
  if (bytes === 0) return ok(check, 'nothing waits for the engine')
  const seconds = Math.round((nowMs - Math.min(...waiting.map(({ mtimeMs }) => mtimeMs))) / 1000)
  const found = `${bytes.toLocaleString('en')} of ${log.bytesMax.toLocaleString('en')} bytes, the oldest ${seconds.toLocaleString('en')} s old`
  const fix =
    holder === 'running'
      ? 'The engine does not accept events: fix analytics_engine, and they are written automatically.'
      : 'Start the service; it writes the waiting events first.'
  if (bytes >= log.bytesMax * SHARE_FULL)
    return failed(
      check,
      `${found}; further events are rejected`,
      `${fix} Until then, you can raise INGEST_LOG_BYTES_MAX.`,
    )
  if (bytes >= log.bytesMax * SHARE_WARNING || seconds * 1000 > WAIT_MAX_MS) return warning(check, found, fix)
  return ok(check, found)
}
