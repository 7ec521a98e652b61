/** What Prometheus has scraped when an alert is due, one sample a minute, in its notation: `value x repeats`. */
export interface AlertCondition {
  readonly series: Readonly<Record<string, string>>
  /** The same series of a service that works. */
  readonly healthy: Readonly<Record<string, string>>
  /** The first minute in which the alert fires. */
  readonly firesAt: number
}

const ONE = 'job="footfall", instance="api-1:9464"'
const requests = (status: string) => `footfall_http_requests_total{${ONE}, status="${status}"}`
const statements = (result: string) =>
  `footfall_engine_query_duration_seconds_count{${ONE}, purpose="report", result="${result}"}`
const check = (name: string) => `footfall_check_up{${ONE}, check="${name}"}`

/** Of 100 responses a minute, how many have come by each limit in seconds. */
const responseTimes = (byHalf: number, byTwoAndHalf: number) => {
  const bucket = (le: string, count: number): [string, string] => [
    `footfall_http_request_duration_seconds_bucket{${ONE}, status_class="2xx", le="${le}"}`,
    `0+${count}x420`,
  ]
  return Object.fromEntries([
    bucket('0.5', byHalf),
    bucket('2.5', byTwoAndHalf),
    bucket('10', 100),
    bucket('+Inf', 100),
  ])
}

/** By name, each alert of deploy/prometheus/alerts.yaml. */
export const ALERT_CONDITIONS: Readonly<Record<string, AlertCondition>> = {
  FootfallDown: { series: { [`up{${ONE}}`]: '1 0x20' }, healthy: { [`up{${ONE}}`]: '1x420' }, firesAt: 3 },
  FootfallErrors: {
    series: { [requests('200')]: '0+98x20', [requests('503')]: '0+2x20' },
    healthy: { [requests('200')]: '0+1000x420', [requests('503')]: '0+9x420' },
    firesAt: 6,
  },
  FootfallSlow: { series: responseTimes(90, 90), healthy: responseTimes(90, 99), firesAt: 11 },
  FootfallEventsRefused: {
    series: { [`footfall_ingest_refused_events_total{${ONE}}`]: '3 3 4x10' },
    healthy: { [`footfall_ingest_refused_events_total{${ONE}}`]: '3x420' },
    firesAt: 2,
  },
  FootfallIngestLogUnusable: {
    series: { [check('ingest_log')]: '1 0x10' },
    healthy: { [check('ingest_log')]: '1x420' },
    firesAt: 1,
  },
  FootfallDiskFills: {
    series: { [`footfall_ingest_disk_free_bytes{${ONE}}`]: '2000000000 1000000000x10' },
    healthy: { [`footfall_ingest_disk_free_bytes{${ONE}}`]: '1073741824x420' },
    firesAt: 2,
  },
  FootfallControlDatabaseAway: {
    series: { [check('control_database')]: '1 0x10' },
    healthy: { [check('control_database')]: '1x420' },
    firesAt: 2,
  },
  FootfallEngineAway: {
    series: { [check('analytics_engine')]: '1 0x10' },
    healthy: { [check('analytics_engine')]: '1x420' },
    firesAt: 3,
  },
  FootfallIngestLag: {
    series: { [`footfall_ingest_lag_seconds{${ONE}}`]: '0 61x20' },
    healthy: { [`footfall_ingest_lag_seconds{${ONE}}`]: '60x420' },
    firesAt: 6,
  },
  FootfallRollupsBehind: {
    series: { [`footfall_rollup_days{${ONE}, state="dirty"}`]: '0 1x400' },
    healthy: {
      [`footfall_rollup_days{${ONE}, state="dirty"}`]: '0x420',
      [`footfall_rollup_days{${ONE}, state="open"}`]: '3x420',
    },
    firesAt: 361,
  },
  FootfallIngestLogFills: {
    series: {
      [`footfall_ingest_log_bytes{${ONE}}`]: '40 51x10',
      [`footfall_ingest_log_bytes_max{${ONE}}`]: '100x11',
    },
    healthy: {
      [`footfall_ingest_log_bytes{${ONE}}`]: '50x420',
      [`footfall_ingest_log_bytes_max{${ONE}}`]: '100x420',
    },
    firesAt: 1,
  },
  FootfallEngineFailures: {
    series: { [statements('ok')]: '0+90x20', [statements('service_unavailable')]: '0+10x20' },
    healthy: { [statements('ok')]: '0+96x420', [statements('service_unavailable')]: '0+4x420' },
    firesAt: 6,
  },
  FootfallPoolExhausted: {
    series: { [`footfall_postgres_pool_waiting{${ONE}}`]: '0 1x20' },
    healthy: { [`footfall_postgres_pool_waiting{${ONE}}`]: '0x420' },
    firesAt: 6,
  },
  FootfallOutcomeUnknown: {
    series: { [`footfall_confirmations_total{${ONE}, state="outcome_unknown"}`]: '0 1x10' },
    healthy: {
      [`footfall_confirmations_total{${ONE}, state="outcome_unknown"}`]: '0x420',
      [`footfall_confirmations_total{${ONE}, state="executed"}`]: '0+5x420',
    },
    firesAt: 1,
  },
  FootfallEventLoopBlocked: {
    series: { [`nodejs_eventloop_lag_p99_seconds{${ONE}}`]: '0.1 0.6x20' },
    healthy: { [`nodejs_eventloop_lag_p99_seconds{${ONE}}`]: '0.5x420' },
    firesAt: 11,
  },
}
