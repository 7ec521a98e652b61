import type { SeveralStatsReport, StatsReport } from '@footfall/core-domain'

/** The answer to a question about one metric, which is the only one that it can be. */
export function oneMetric(data: StatsReport | SeveralStatsReport): StatsReport {
  if ('metrics' in data) throw new TypeError('a question about one metric has an answer of one')
  return data
}

export function severalMetrics(data: StatsReport | SeveralStatsReport): SeveralStatsReport {
  if (!('metrics' in data)) throw new TypeError('a question about several metrics has an answer of several')
  return data
}
