import {
  type CatalogReport,
  DAY_MS,
  isIdentityDimension,
  METRICS,
  type Metric,
  type ReportScope,
  startOfHour,
} from '@footfall/core-domain'
import { dateTime64, sql } from '@footfall/warehouse'
import type { Reader } from '../cache/reader.ts'
import { catalogOf } from '../catalog/catalog.ts'
import { metricDefinition } from '../catalog/metric-table.ts'
import { collectedData } from '../days/collected.ts'
import { ofProduct } from './context.ts'

const PROPERTY_DAYS = 30

/** What can be asked of this product, and what of it the product has ever sent. */
export async function catalogReport(reader: Reader, scope: ReportScope): Promise<CatalogReport> {
  const collected = collectedData(reader, scope)
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
    ...askable(
      catalogOf((metric) => sent.get(metric) ?? false),
      scope,
    ),
    properties: properties.map((row) => row.property),
    goals: scope.goals.map((goal) => goal.name),
  }
}

/** Without identified visitors, their dimensions answer nothing: they are left out. */
function askable<Listed extends Pick<CatalogReport, 'metrics' | 'dimensions'>>(
  catalog: Listed,
  { preferences }: ReportScope,
): Listed {
  if (preferences.visitor_identity === 'identified') return catalog
  const others = (names: readonly string[]) => names.filter((name) => !isIdentityDimension(name))
  return {
    ...catalog,
    metrics: catalog.metrics.map((metric) => ({
      ...metric,
      dimensions: others(metric.dimensions),
      additive: others(metric.additive),
      filters: others(metric.filters),
    })),
    dimensions: catalog.dimensions.filter(({ name }) => !isIdentityDimension(name)),
  }
}
