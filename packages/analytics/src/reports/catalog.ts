import { type CatalogReport, DAY_MS, METRICS, type Metric, type ReportScope, startOfHour } from '@footfall/core-domain'
import { dateTime64, sql } from '@footfall/warehouse'
import { collectedData } from '../answer/collected.ts'
import { catalogOf } from '../catalog/catalog.ts'
import { metricDefinition } from '../catalog/metric-table.ts'
import type { Reader } from '../reading/reader.ts'
import { ofProduct } from './context.ts'

const PROPERTY_DAYS = 30

/** What can be asked of this product, and what of it the product has ever sent. */
export async function catalogReport(reader: Reader, scope: ReportScope): Promise<CatalogReport> {
  const collected = collectedData(reader, scope.product)
  const hasGoals = scope.goals.length > 0
  const sinceMs = startOfHour(reader.now()) - PROPERTY_DAYS * DAY_MS
  const [metrics, properties] = await Promise.all([
    Promise.all(
      METRICS.map(async (metric) => [metric, await collected.hasMetric(metricDefinition(metric), hasGoals)] as const),
    ),
    reader.rows<{ property: string }>(
      scope.product,
      sql`SELECT arrayJoin(mapKeys(props)) AS property, count() AS events FROM events
        WHERE ${ofProduct(scope)} AND ts >= ${dateTime64(sinceMs)} GROUP BY property ORDER BY events DESC, property LIMIT 500`,
    ),
  ])
  const sent = new Map<Metric, boolean>(metrics)
  return {
    ...catalogOf((metric) => sent.get(metric) ?? false),
    properties: properties.map((row) => row.property),
    goals: scope.goals.map((goal) => goal.name),
  }
}
