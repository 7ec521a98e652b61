import { WEB_VITALS } from '@footfall/core-domain'
import { z } from 'zod'
import { counted } from '../../../warnings/impact.ts'
import { spanField } from '../fields.ts'
import { type Judged, notJudged } from '../judge.ts'
import { type AlertReports, defineAlertKind } from '../kind.ts'
import { isWhole, pointsIn, readSpan } from '../read-span.ts'
import { afterSpan, type ComparedSpans, lastSpan } from '../spans.ts'
import { countText, SPAN_WORDS } from '../texts.ts'

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
    const vital = measure.toUpperCase()
    const name = isCount ? 'script errors' : vital
    return {
      nextDueMs: afterSpan(span),
      judge: (call) => judgeMeasured(call, lastSpan(span)(call.scope.timezone, call.nowMs), rule),
      inWords: isCount
        ? `when ${SPAN_WORDS[span]} has more than ${counted(limit, 'script error')}`
        : `when the ${vital} of ${SPAN_WORDS[span]} is above ${limit}${measure === 'cls' ? '' : ' ms'}`,
      started: `${name} above ${valueText(measure, limit)}`,
      ended: `${name} back below the limit`,
      explained: isCount
        ? `The last ${span} had more than ${valueText(measure, limit)} script errors.`
        : `The 75th percentile of ${vital} in the last ${span} was above ${valueText(measure, limit)}.`,
      figure: ({ value }) => ({
        label: isCount ? 'Script errors' : vital,
        value: value === null ? 'No data' : valueText(measure, value),
      }),
    }
  },
  { limit: 50 },
)

/** A value of too few visitors is not judged. */
async function judgeMeasured(
  { reports, scope }: AlertReports,
  { span, countedUntilMs }: ComparedSpans,
  { measure, limit }: Rule,
): Promise<Judged> {
  const { data, meta } = await readSpan(reports, scope, span, measure)
  if (Date.parse(meta.fresh_until) < countedUntilMs) return notJudged('not_counted_yet')
  if (data.reason === 'metric_not_collected') return notJudged('not_collected')
  const [only] = pointsIn(span, data)
  const { value, state } = isWhole(span, data) || only === undefined ? data : only
  return state === 'withheld' ? notJudged('withheld') : judgedLimit(value, limit)
}

/** Null if nothing was measured, which changes nothing. */
function judgedLimit(value: number | null, limit: number): Judged {
  const isOver = value !== null && value <= limit * OVER_AT
  return { problem: null, value, usual: null, holds: value !== null && value > limit, isOver }
}

const scores = new Intl.NumberFormat('en', { maximumFractionDigits: 3 })

/** A number with the unit of what is measured. */
function valueText(measure: Rule['measure'], value: number): string {
  if (measure === 'errors') return countText(value)
  return measure === 'cls' ? scores.format(value) : `${countText(value)} ms`
}
