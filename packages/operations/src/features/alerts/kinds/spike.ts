import { z } from 'zod'
import { comparing, moreBy, shownVisitors } from '../compare.ts'
import { minimumField, spanField } from '../fields.ts'
import { defineAlertKind } from '../kind.ts'
import { afterSpan, lastSpan } from '../spans.ts'
import { countedValue } from '../texts.ts'

const rule = z.strictObject({
  kind: z.literal('spike'),
  span: spanField.default('hour'),
  percent: z.int().min(10).max(100_000).default(100).meta({ description: 'More visitors than usual, by this much.' }),
  minimum: minimumField.default(50).meta({ description: 'Visitors of the hour or day; with fewer, no alert is sent.' }),
})

/** It clears below half of the percentage. */
export const spike = defineAlertKind(rule, ({ span, percent, minimum }) => ({
  nextDueMs: afterSpan(span),
  ...comparing('visitors', lastSpan(span), (compared) => {
    const { value, usual, threshold } = compared
    const least = Math.max(minimum, threshold)
    return {
      ...shownVisitors(compared),
      holds: value >= least && value > usual && value >= moreBy(usual, percent),
      isOver: value < least || value < moreBy(usual, percent / 2),
    }
  }),
  inWords: (say) => say('change.rule_spike', { span, percent, minimum }),
  said: (words) => ({
    started: words.say('message.spike_started'),
    ended: words.say('message.visitors_as_usual'),
    explained: words.say(`message.spike_${span}`, { percent: words.percent(percent / 100) }),
    metric: countedValue(words, 'visitors'),
  }),
}))
