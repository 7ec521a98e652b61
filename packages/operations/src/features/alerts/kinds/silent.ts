import { MINUTE_MS } from '@footfall/core-domain'
import { z } from 'zod'
import { comparing } from '../compare.ts'
import { defineAlertKind } from '../kind.ts'
import { lastHours, type RangesAt } from '../spans.ts'
import { countedValue } from '../texts.ts'

/** How many events must be usual in the hours, so that having none is not a coincidence. */
const USUAL_MIN = 20
const EVERY_MS = 10 * MINUTE_MS

const rule = z.strictObject({
  kind: z.literal('silent'),
  hours: z
    .int()
    .min(1)
    .max(72)
    .default(3)
    .meta({ description: `Without an event, where at least ${USUAL_MIN} are usual.` }),
})

export const silent = defineAlertKind(rule, ({ hours }) => ({
  nextDueMs: (_timezone, nowMs) => nowMs + EVERY_MS,
  ...comparing('events', silentHours(hours), ({ value, usual, earlier }) => ({
    problem: null,
    value,
    usual,
    holds: value === 0 && usual >= USUAL_MIN && earlier.every((events) => events > 0),
    isOver: value > 0,
  })),
  inWords: (say) => say('change.rule_silent', { hours }),
  said: (words) => ({
    started: words.say('message.silent_started', { hours }),
    ended: words.say('message.silent_ended'),
    explained: words.say('message.silent_explained'),
    metric: countedValue(words, 'events'),
  }),
}))

/** Includes the current hour, so that an event in it ends the silence. It may still wait to be counted. */
const silentHours =
  (hours: number): RangesAt =>
  (timezone, nowMs) => {
    const { range, ...compared } = lastHours(hours, timezone, nowMs)
    return { ...compared, range: { ...range, endMs: Math.max(range.endMs, nowMs) } }
  }
