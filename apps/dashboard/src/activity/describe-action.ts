import type { Activity } from '../api/types.ts'
import { knownMessage } from '../messages/messages.ts'

/** Describes an operation by its name; undefined for one that this dashboard does not know. */
export function describeAction({ operation }: Pick<Activity, 'operation'>): string | undefined {
  return knownMessage(`activity.did_${operation}`)
}
