import { ServiceUnavailable, type Sighting, SOUGHT_MAX, type SoughtEvents } from '@footfall/core-domain'
import type { ProductWriteCall } from '../definition/call.ts'
import { reportScope } from '../inputs/report-input.ts'

/** What is known about sought events: nothing during an outage of the engine. */
export type Known = Sighting | 'no_events' | 'unavailable'

/** Events that a change names, and what its preview says of them. */
export interface Check {
  readonly sought: SoughtEvents
  warn(known: Known): string | undefined
}

const UNCHECKED = 'Whether the values in this change were ever collected could not be checked now.'

/** The warnings about the events that a change names, with one question to the engine. */
export async function checkAll(call: ProductWriteCall, checks: readonly Check[]): Promise<string[]> {
  if (checks.length === 0) return []
  const asked = checks.slice(0, SOUGHT_MAX)
  const known = await knownOf(
    call,
    asked.map(({ sought }) => sought),
  )
  const warned = asked.map(({ warn }, i) => warn(known[i] ?? 'no_events'))
  const warnings = warned.filter((warning) => warning !== undefined)
  if (known.includes('unavailable') && warned.includes(undefined)) warnings.push(UNCHECKED)
  if (checks.length > asked.length) warnings.push(`And ${checks.length - asked.length} more, which were not checked.`)
  return warnings
}

async function knownOf(call: ProductWriteCall, sought: readonly SoughtEvents[]): Promise<readonly Known[]> {
  try {
    const sightings = await call.reports().sightings(await reportScope(call, undefined), sought)
    return sightings ?? sought.map(() => 'no_events')
  } catch (error) {
    if (error instanceof ServiceUnavailable) return sought.map(() => 'unavailable')
    throw error
  }
}
