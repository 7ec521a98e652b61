import { WEB_VITALS } from '@footfall/core-domain'
import { z } from 'zod'
import type { MessageWords } from '../../../messages/message-words.ts'
import { type Evaluated, notEvaluated } from '../evaluated.ts'
import { spanField } from '../fields.ts'
import { type AlertReports, type AlertWords, defineAlertKind } from '../kind.ts'
import { isWhole, pointsIn, readRange } from '../read-range.ts'
import { afterSpan, type ComparedRanges, lastSpan } from '../spans.ts'

/** The alert clears below this share of its limit, so that a value near the limit notifies once. */
const OVER_AT = 0.8

const rule = z.strictObject({
  kind: z.literal('errors'),
  span: spanField.default('hour'),
  measure: z
    .enum(['errors', ...WEB_VITALS])
    .default('errors')
    .meta({ description: 'The number of script errors, or the 75th percentile of a web vital.' }),
  limit: z
    .number()
    .min(0)
    .max(1_000_000_000)
    .meta({ description: 'An alert is sent above it: errors, milliseconds, or the score of `cls`.' }),
})
type Rule = z.output<typeof rule>

export const errors = defineAlertKind(
  rule,
  (rule) => {
    const { span, measure, limit } = rule
    const isCount = measure === 'errors'
    return {
      nextDueMs: afterSpan(span),
      evaluate: (call) => evaluateMeasured(call, lastSpan(span)(call.scope.timezone, call.nowMs), rule),
      inWords: (say) => say('change.rule_errors', { span, measure, limit }),
      said: (words) => (isCount ? errorsSaid(words, rule) : vitalSaid(words, rule)),
    }
  },
  { limit: 50 },
)

function errorsSaid(words: MessageWords, { span, limit }: Rule): AlertWords {
  const most = { limit: words.count(limit) }
  return {
    started: words.say('message.errors_started', most),
    ended: words.say('message.errors_ended'),
    explained: words.say(`message.errors_${span}`, most),
    metric: ({ value }) => ({
      label: words.say('message.script_errors'),
      value: value === null ? words.say('message.reason_no_data_collected') : words.count(value),
    }),
  }
}

function vitalSaid(words: MessageWords, { span, measure, limit }: Rule): AlertWords {
  const vital = measure.toUpperCase()
  const values = { vital, limit: vitalText(words, measure, limit) }
  return {
    started: words.say('message.vital_started', values),
    ended: words.say('message.vital_ended', { vital }),
    explained: words.say(`message.vital_${span}`, values),
    metric: ({ value }) => ({
      label: vital,
      value: value === null ? words.say('message.reason_no_data_collected') : vitalText(words, measure, value),
    }),
  }
}

/** A value of too few visitors is not evaluated. */
async function evaluateMeasured(
  { reports, scope }: AlertReports,
  { range, countedUntilMs }: ComparedRanges,
  { measure, limit }: Rule,
): Promise<Evaluated> {
  const { data, meta } = await readRange(reports, scope, range, measure)
  if (Date.parse(meta.fresh_until) < countedUntilMs) return notEvaluated('not_counted_yet')
  if (data.reason === 'metric_not_collected') return notEvaluated('not_collected')
  const [only] = pointsIn(range, data)
  const { value, state } = isWhole(range, data) || only === undefined ? data : only
  return state === 'withheld' ? notEvaluated('withheld') : evaluatedLimit(value, limit)
}

/** Null if nothing was measured, which changes nothing. */
function evaluatedLimit(value: number | null, limit: number): Evaluated {
  const isOver = value !== null && value <= limit * OVER_AT
  return { problem: null, value, usual: null, holds: value !== null && value > limit, isOver }
}

/** A value of a web vital with its unit. */
function vitalText(words: MessageWords, measure: Rule['measure'], value: number): string {
  return measure === 'cls' ? words.score(value) : `${words.rounded(value)} ms`
}
