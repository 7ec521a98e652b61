import type { StateReason } from '@footfall/core-domain'
import type { Stated } from './values.ts'

/** What a reason means that its name alone does not say, and what to do next. */
const REASONS: Readonly<Partial<Record<StateReason, string>>> = {
  identity_off:
    'Visitors are not identified here: each is new every UTC day, so who is new, returning or retained is not known. The preference visitor_identity changes that for later visits. That is personal data: let the person decide.',
  currencies_differ:
    'The products count money in different currencies, which do not add up. Ask for each product separately.',
  not_available_for_all:
    'Some of these products have no such number; they are named below. Ask for the others without them.',
  not_fully_collected:
    'Not all of that period is known: it begins before the first data, is not over, or comes from an import. Say so; there is no change to report.',
}

/** A hint for each reason of these states that needs one. */
export function reasonLines(stated: readonly (Partial<Stated> | undefined)[]): readonly string[] {
  const reasons = new Set(stated.map((one) => one?.reason))
  return Object.entries(REASONS).flatMap(([reason, words]) =>
    reasons.has(reason) ? [`Hint (${reason}): ${words}`] : [],
  )
}
