import { z } from 'zod'
import { comparing, lessBy, shownVisitors } from '../compare.ts'
import { minimumField, spanField } from '../fields.ts'
import { defineAlertKind } from '../kind.ts'
import { afterSpan, lastSpan } from '../spans.ts'
import { countedValue } from '../texts.ts'

const rule = z.strictObject({
  kind: z.literal('drop'),
  span: spanField.default('hour'),
  percent: z.int().min(10).max(100).default(50).meta({ description: 'Fewer visitors than usual, by this much.' }),
  minimum: minimumField
    .default(100)
    .meta({ description: 'Usual visitors of the hour or day; with fewer, no alert is sent.' }),
})

/** It clears when someone visits and less than half of the percentage is missing. */
export const drop = defineAlertKind(rule, ({ span, percent, minimum }) => ({
  nextDueMs: afterSpan(span),
  ...comparing('visitors', lastSpan(span), (compared) => {
    const { value, usual, threshold } = compared
    return {
      ...shownVisitors(compared),
      holds: usual >= Math.max(minimum, threshold) && value <= lessBy(usual, percent),
      isOver: value > 0 && value > lessBy(usual, percent / 2),
    }
  }),
  inWords: (say) => say('change.rule_drop', { span, percent, minimum }),
  said: (words) => ({
    started: words.say('message.drop_started'),
    ended: words.say('message.visitors_as_usual'),
    explained: words.say(`message.drop_${span}`, { percent: words.percent(percent / 100) }),
    metric: countedValue(words, 'visitors'),
  }),
}))
