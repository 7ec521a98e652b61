import type { ReportMeta } from '@footfall/core-domain'
import type { Reader } from '../cache/reader.ts'
import type { Plan } from '../plan/plan.ts'
import type { EarlierPlan, Plans } from '../plan/plans.ts'
import type { AskedMetric } from '../question/asked-metric.ts'
import { excludedMoney } from './excluded-money.ts'
import { NO_DENOMINATOR, type Numbers, readNumbers, type Total } from './numbers.ts'
import { unavailable } from './states.ts'

/** What was read for a question and for the period that it is compared with. */
export interface ComparedNumbers {
  readonly current: Numbers
  readonly earlier: Numbers | undefined
  /** Amounts in other currencies. */
  readonly excluded: Pick<ReportMeta, 'excluded'>
}

export async function readCompared(reader: Reader, { plan, earlier, collected }: Plans): Promise<ComparedNumbers> {
  const hasEarlierValues = earlier && (earlier.isCovered || plan.question.interval !== undefined)
  const [excluded, current, before] = await Promise.all([
    excludedMoney(reader, plan.question),
    readNumbers(reader, plan, collected),
    hasEarlierValues ? readNumbers(reader, earlier.plan, collected) : undefined,
  ])
  return { current, earlier: earlier && comparable(earlier, before), excluded }
}

/** The totals that compare like for like. The points of a series are shown without them. */
function comparable({ plan, isCovered }: EarlierPlan, read: Numbers | undefined): Numbers {
  return {
    totals: plan.question.metrics.map((metric, at) => {
      const total = isCovered && !leavesDaysOut(plan, at) ? read?.totals[at] : undefined
      return total ?? notCollected(metric)
    }),
    series: read?.series,
  }
}

function leavesDaysOut({ imported }: Plan, at: number): boolean {
  return (imported?.totals[at]?.leftOut.length ?? 0) > 0
}

function notCollected({ definition }: AskedMetric): Total {
  const nothing = { ...unavailable('not_fully_collected'), value: null }
  return definition.of ? { ...nothing, of: NO_DENOMINATOR } : nothing
}
