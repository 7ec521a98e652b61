import {
  Annotation,
  type ComparedPeriod,
  type Filter,
  isWrittenByVisitors,
  type LocalDate,
  MOVER_DIMENSIONS,
  OverviewReport,
  type Period,
  ProductId,
  type ReportHint,
  type SegmentId,
  type TimeZone,
  TRAFFIC_CLASSES,
  type Traffic,
} from '@footfall/core-domain'
import { z } from 'zod'
import type { ProductCall } from '../../definition/index.ts'
import { askedFilters, segmentIn } from '../../inputs/asked-filters.ts'
import { askedScope, productsInAll, reportRange } from '../../inputs/report-input.ts'
import { type CompareInput, comparedPeriodOrPrevious } from './compare.ts'
import { dashboardLink } from './dashboard-link.ts'
import { annotationsThatFit, moversThatFit } from './overview-size.ts'

/** Rows of each direction and dimension. */
const MOVERS_MAX = 3

const ShownAnnotation = Annotation.pick({ id: true, date: true }).extend({
  title: z.string(),
  note: z.string().optional(),
  product: ProductId.optional(),
  shortened: z.literal(true).optional().meta({ description: 'Title or note is cut, and ends with “…”.' }),
})

/** The metrics of a product over a period, what changed since an earlier one, and its annotations. */
export const Overview = OverviewReport.extend({
  annotations: z
    .array(ShownAnnotation)
    .nullable()
    .meta({ description: 'The latest of the period, at most five; null without the scope diagnostics:read.' }),
  link: z
    .string()
    .nullable()
    .meta({ description: 'The same view in the dashboard; null where the filters are too long for an address.' }),
})
export type Overview = z.infer<typeof Overview>

/** The paths of text that visitors wrote. */
export const WRITTEN_IN_OVERVIEW = MOVER_DIMENSIONS.filter(isWrittenByVisitors).map(
  (dimension) => `movers.${dimension}[].key`,
)

interface OverviewInput extends CompareInput {
  readonly period?: Period | undefined
  readonly from?: LocalDate | undefined
  readonly to?: LocalDate | undefined
  readonly tz?: TimeZone | undefined
  readonly filters?: readonly Filter[] | undefined
  readonly segment?: string | undefined
  readonly traffic?: Traffic | undefined
}

/** The overview of a product. It is small, however long the texts that visitors and members wrote. */
export async function overviewOf(call: ProductCall, input: OverviewInput) {
  const scope = await askedScope(call, input.tz, input.traffic)
  const range = await reportRange(input, scope, call)
  const compare = comparedPeriodOrPrevious(input)
  const filters = await askedFilters(call, input)
  const [{ data, meta, read }, annotations] = await Promise.all([
    call.reports().overview(scope, { ...range, filters, compare, moversMax: MOVERS_MAX }),
    annotationsOf(
      call,
      range,
      scope.parts?.map((part) => part.product),
    ),
  ])
  const shown = annotations && annotationsThatFit(annotations)
  const leftOut = (annotations?.length ?? 0) - (shown?.length ?? 0)
  const hints = [...(meta.hints ?? []), ...(leftOut > 0 ? [annotationsLeftOut(leftOut)] : [])]
  return {
    data: {
      ...data,
      movers: moversThatFit(data.movers),
      annotations: shown ?? null,
      link: call.several
        ? null
        : linkTo(call, range, { ...input, segment: segmentIn(filters) }, compare, data.comparison.from),
    } satisfies Overview,
    meta: { ...meta, ...productsInAll(call), ...(hints.length > 0 ? { hints } : {}) },
    ...(read && { read }),
  }
}

/** Annotations have a scope of their own, and no scope implies another. */
async function annotationsOf(
  { principal, store, product }: ProductCall,
  range: { from: LocalDate; to: LocalDate },
  products: readonly ProductId[] | undefined,
) {
  if (!principal.scopes.has('diagnostics:read')) return undefined
  if (products === undefined) return store.annotations.list(product.id, range)
  const ofEach = await Promise.all(
    products.map(async (id) =>
      (await store.annotations.list(id, range)).map((annotation) => ({ ...annotation, product: id })),
    ),
  )
  return ofEach.flat().toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

function annotationsLeftOut(count: number): ReportHint {
  return {
    code: 'annotations_left_out',
    suggestion: `service_diagnostics_annotations lists ${count} earlier ${count === 1 ? 'annotation' : 'annotations'} of this period`,
  }
}

function linkTo(
  { baseUrl, product }: ProductCall,
  { period, from, to }: { period?: Period | undefined; from: LocalDate; to: LocalDate },
  { tz, filters = [], segment, traffic }: OverviewInput & { readonly segment: SegmentId | undefined },
  compare: ComparedPeriod,
  comparedFrom: LocalDate,
): string | null {
  const range = period === undefined ? { from, to } : { period }
  const all = [...filters, ...trafficFilter(traffic)]
  return dashboardLink(baseUrl, product.id, { ...range, tz, filters: all, segment, compare, comparedFrom })
}

/** The dashboard chooses visits of a class with a filter. */
function trafficFilter(traffic: Traffic | undefined): readonly Filter[] {
  if (traffic === undefined) return []
  return [{ dimension: 'traffic', operator: 'is', values: traffic === 'all' ? [...TRAFFIC_CLASSES] : [traffic] }]
}
