export * from './catalog.ts'
export * from './crawlers.ts'
export * from './funnels.ts'
export * from './goals.ts'
export * from './health.ts'
export * from './installation.ts'
export * from './journeys.ts'
export {
  AnsweredProduct,
  HINT_CODES,
  ProductReportMeta,
  ProductsMeta,
  ReportHint,
  ReportMeta,
  WrittenMeta,
} from './meta.ts'
export type { Denominator, StatsValue } from './parts.ts'
export * from './realtime.ts'
export * from './retention.ts'
export * from './script-errors.ts'
export * from './search-console.ts'
export { SeveralStatsReport, StatsReport, StatsRow } from './stats.ts'
