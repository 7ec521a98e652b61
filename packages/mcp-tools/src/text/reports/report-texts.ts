import { catalogText } from './catalog.ts'
import { crawlersText } from './crawlers.ts'
import { funnelsText } from './funnels.ts'
import { goalsText } from './goals.ts'
import { healthText } from './health.ts'
import { journeysText } from './journeys.ts'
import { oneMetricText } from './one-metric.ts'
import { overviewText } from './overview.ts'
import { realtimeText } from './realtime.ts'
import type { ReportText } from './report.ts'
import { scriptErrorsText } from './script-errors.ts'
import { searchConsoleText } from './search-console.ts'
import { severalMetricsText } from './several-metrics.ts'

/** The operations whose answers have a text of their own. */
export const REPORT_TEXTS: ReadonlyMap<string, ReportText> = new Map<string, ReportText>(
  Object.entries({
    service_analytics_catalog: catalogText,
    service_analytics_query: (data, context) =>
      oneMetricText(data, context) ?? severalMetricsText(data, context) ?? overviewText(data, context),
    service_analytics_realtime: realtimeText,
    service_analytics_goals: goalsText,
    service_analytics_search_console: searchConsoleText,
    service_analytics_crawlers: crawlersText,
    service_analytics_errors: scriptErrorsText,
    service_analytics_journeys: journeysText,
    service_diagnostics_health: healthText,
    service_funnels_list: funnelsText,
  }),
)
