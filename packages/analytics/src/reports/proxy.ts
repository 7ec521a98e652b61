import { DAY_MS, type ProxyReport, type ReportScope, startOfHour, timestamp } from '@footfall/core-domain'
import { dateTime, integer, sql } from '@footfall/warehouse'
import { type Reader, toMs, toNumber } from '../cache/reader.ts'
import { ofProduct } from './context.ts'

const WINDOW_DAYS = 7
const HOSTNAMES_MAX = 50
/** A stray request past the proxy does not mean that it is set up wrongly. */
const STRAY_SHARE = 0.01

interface ProxyRow {
  readonly hostname: string
  readonly events: string
  readonly forwarded: string
  readonly untrusted: string
  readonly missing: string
  readonly last: string
}

const ADVICE: Readonly<Record<ProxyReport['status'], string | null>> = {
  not_proxied: null,
  working: null,
  addresses_missing:
    'The proxy does not pass on the visitor’s address, so everybody looks like one visitor. Have it set X-Forwarded-For to the address of the client.',
  addresses_untrusted:
    'The proxy passes on an address that this service does not believe. Ask the operator to set TRUST_PROXY to the number of proxies in front of it.',
}

/** Whether a first-party proxy in front of the collector passes on what distinguishes visitors. */
export async function proxyReport(reader: Reader, scope: ReportScope): Promise<ProxyReport> {
  const sinceMs = startOfHour(reader.now()) - WINDOW_DAYS * DAY_MS
  const rows = await reader.rows<ProxyRow>(
    scope.product,
    sql`SELECT hostname, sum(count) AS events, sumIf(count, client_address = 'forwarded') AS forwarded,
      sumIf(count, client_address = 'untrusted') AS untrusted, sumIf(count, client_address = 'missing') AS missing,
      toUnixTimestamp(max(last_at)) AS last
    FROM proxied_events WHERE ${ofProduct(scope)} AND hour >= ${dateTime(sinceMs)}
    GROUP BY hostname ORDER BY events DESC, hostname LIMIT ${integer(HOSTNAMES_MAX)}`,
  )
  const hostnames = rows.map((row) => ({
    hostname: row.hostname,
    events: toNumber(row.events),
    forwarded: toNumber(row.forwarded),
    untrusted: toNumber(row.untrusted),
    missing: toNumber(row.missing),
    last_event_at: timestamp(toMs(row.last)),
  }))
  const status = statusOf(hostnames)
  return {
    status,
    window_days: WINDOW_DAYS,
    events: sum(hostnames.map((row) => row.events)),
    hostnames,
    advice: ADVICE[status],
  }
}

function statusOf(hostnames: ProxyReport['hostnames']): ProxyReport['status'] {
  const events = sum(hostnames.map((row) => row.events))
  const untrusted = sum(hostnames.map((row) => row.untrusted))
  const missing = sum(hostnames.map((row) => row.missing))
  if (events === 0) return 'not_proxied'
  if (untrusted + missing <= events * STRAY_SHARE) return 'working'
  return untrusted >= missing ? 'addresses_untrusted' : 'addresses_missing'
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
