import { ACTIVITIES } from '@footfall/operations'

/** The messages that head the entries of the audit log, made from the operations. */
export function activityMessages(): string {
  const messages = [...ACTIVITIES].map(([name, activity]) => [`activity.did_${name}`, activity] as const)
  return `${JSON.stringify(Object.fromEntries(messages.sort(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`
}
