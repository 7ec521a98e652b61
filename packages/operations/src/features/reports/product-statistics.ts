import {
  type Annotation,
  dateIn,
  type GoalsReport,
  type OverviewReport,
  type Product,
  type ReportMeta,
  type ReportSchedule,
  type Reports,
  reportedDays,
  type Store,
} from '@footfall/core-domain'
import { reportScope } from '../../inputs/report-input.ts'

/** Rows of each dimension that gained, and that lost. */
const MOVERS_MAX = 3

/** The statistics of one product for the days of a report, as its dashboard shows them. */
export interface ProductStatistics {
  readonly product: Pick<Product, 'id' | 'name' | 'timezone'>
  readonly overview: OverviewReport
  readonly goals: GoalsReport
  readonly annotations: readonly Pick<Annotation, 'date' | 'title' | 'note'>[]
  readonly meta: Pick<ReportMeta, 'from' | 'to' | 'excluded'>
  /** What the revenue of goals leaves out. */
  readonly goals_meta: Pick<ReportMeta, 'excluded'>
}

/** Reads the statistics of a report that is due at an instant. A report that is sent late covers the same days. */
export async function productStatistics(
  { store, reports }: { readonly store: Store; readonly reports: Reports },
  product: Product,
  schedule: ReportSchedule,
  dueMs: number,
): Promise<ProductStatistics> {
  const scope = await reportScope({ store, product }, undefined)
  const range = reportedDays(schedule, dateIn(product.timezone, dueMs))
  const compare = { period: 'previous_period', matchWeekday: false } as const
  const asked = { ...range, filters: [], compare }
  const [overview, goals, annotations] = await Promise.all([
    reports.overview(scope, { ...asked, moversMax: MOVERS_MAX }),
    reports.goals(scope, asked),
    store.annotations.list(product.id, range),
  ])
  const { id, name, timezone } = product
  return {
    product: { id, name, timezone },
    overview: overview.data,
    goals: goals.data,
    annotations: annotations.map(({ date, title, note }) => ({ date, title, ...(note !== undefined && { note }) })),
    meta: { from: range.from, to: range.to, ...leftOut(overview.meta) },
    goals_meta: leftOut(goals.meta),
  }
}

function leftOut({ excluded }: ReportMeta): Pick<ReportMeta, 'excluded'> {
  return excluded === undefined ? {} : { excluded }
}
