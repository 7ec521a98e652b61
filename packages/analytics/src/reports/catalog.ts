import { type CatalogReport, METRICS, type Metric, type ReportScope } from '@footfall/core-domain'
import { instant, sql } from '@footfall/warehouse'
import { catalogDimensions, catalogMetrics, LIMITS, NOTES, OPERATOR_CATALOG } from '../query/catalog.ts'
import { factsOf } from '../query/facts.ts'
import type { Reader } from '../query/reader.ts'
import { ofProduct } from './context.ts'

const PROPERTY_DAYS = 30
const HOUR_MS = 3_600_000

/** What can be asked of this product, and what of it the product has ever sent. */
export async function catalogReport(reader: Reader, scope: ReportScope): Promise<CatalogReport> {
  const facts = factsOf(reader, scope.product)
  const since = Math.floor(reader.now() / HOUR_MS) * HOUR_MS - PROPERTY_DAYS * 24 * HOUR_MS
  const [collected, properties] = await Promise.all([
    Promise.all(METRICS.map(async (metric) => [metric, await facts.collects(metric, scope.goals)] as const)),
    reader.rows<{ property: string }>(
      scope.product,
      sql`SELECT arrayJoin(mapKeys(props)) AS property, count() AS n FROM events
        WHERE ${ofProduct(scope)} AND ts >= ${instant(since)} GROUP BY property ORDER BY n DESC, property LIMIT 500`,
    ),
  ])
  const sent = new Map<Metric, boolean>(collected)
  return {
    metrics: catalogMetrics((metric) => sent.get(metric) ?? false),
    dimensions: catalogDimensions(),
    filter_operators: [...OPERATOR_CATALOG],
    comparisons: ['previous_period', 'previous_year'],
    properties: properties.map((row) => row.property),
    goals: scope.goals.map((goal) => goal.name),
    limits: LIMITS,
    notes: [...NOTES],
  }
}
