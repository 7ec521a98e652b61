import type { StoredRule } from '@footfall/core-domain'
import { z } from 'zod'
import type { AlertKind, AlertWatch } from '../kind.ts'
import { ALERT_KINDS } from './registry.ts'

type RulesOf<Kinds extends readonly AlertKind[]> = { readonly [Index in keyof Kinds]: Kinds[Index]['rule'] }

/** When an alert notifies. The earlier ranges are the same hours of the four weeks before, and the usual value is their median. */
export const AlertRule = z.discriminatedUnion(
  'kind',
  // `map` keeps the length and the order.
  ALERT_KINDS.map(({ rule }) => rule) as unknown as RulesOf<typeof ALERT_KINDS>,
)
export type AlertRule = z.infer<typeof AlertRule>

/** What the service does with a rule. Throws for a kind that this version of the service does not know. */
export function watchOf(stored: StoredRule): AlertWatch {
  const kind = ALERT_KINDS.find(({ rule }) => rule.shape.kind.value === stored.kind)
  if (kind === undefined) throw new TypeError(`unknown kind of alert: ${stored.kind}`)
  return kind.watch(stored)
}
