import type { Settings } from '@footfall/config'
import type { Clock, RandomSource } from '@footfall/core-domain'
import { openGeo, openIngest } from '@footfall/ingest'
import { type ControlData, MoveError } from '@footfall/storage'
import type { Engine } from '@footfall/warehouse'

const DRAIN_DEADLINE_MS = 600_000

/** A service that was killed leaves acknowledged events in its log. */
export async function drainLog(
  { ingestLog, geoDatabase }: Settings,
  control: ControlData,
  engine: Engine,
  { clock, random }: { readonly clock: Clock; readonly random: RandomSource },
): Promise<void> {
  const problems: unknown[] = []
  const note = (context: object) => {
    problems.push('err' in context ? context.err : context)
  }
  const ingest = await openIngest({
    engine,
    directory: ingestLog.directory,
    profiles: control.trackingProfiles,
    salts: control.salts,
    ledger: control.payments,
    geo: await openGeo(geoDatabase),
    clock,
    random,
    logger: { info: () => {}, warn: note, error: note },
  })
  const { emptied } = await ingest.stop(DRAIN_DEADLINE_MS)
  if (!emptied) throw new MoveError(`Events in the ingest log cannot be delivered: ${String(problems[0])}`)
}
