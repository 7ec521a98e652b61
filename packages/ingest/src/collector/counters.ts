import { type DropReason, type ProxyTrace, startOfHour } from '@footfall/core-domain'
import { clip } from '../enrich/text.ts'
import { HOSTNAME_LENGTH_MAX } from '../enrich/url.ts'
import { type LogRecord, record } from '../log/records.ts'
import { toSeconds } from './instants.ts'

/**
 * Counts that are kept by the hour and written with the next round of the drain. Unlike events they may lose the last
 * second when the process is killed.
 */
export interface Counters {
  rejected(product: string, reason: DropReason, at: number): void
  proxied(product: string, trace: ProxyTrace, at: number): void
  /** Hands all counts over; `restore` takes them back when they could not be written. */
  take(): { readonly records: readonly LogRecord[]; restore(): void }
}

interface Tally {
  readonly product: string
  readonly hour: number
  /** The reason; or the hostname and the state of the client's address. */
  readonly what: string
  count: number
  lastAt: number
}

/** The hostname of a proxy comes from a header: beyond so many in one round they are counted under no name. */
const PROXY_HOSTNAMES_MAX = 1000

export function createCounters(): Counters {
  let rejected = new Map<string, Tally>()
  let proxied = new Map<string, Tally>()

  return {
    rejected: (product, reason, at) => add(rejected, product, reason, at, 1),
    proxied(product, { hostname, clientAddress }, at) {
      const named = `${clientAddress} ${clip(hostname.toLowerCase(), HOSTNAME_LENGTH_MAX)}`
      const known = proxied.size < PROXY_HOSTNAMES_MAX || proxied.has(keyOf(product, hourOf(at), named))
      add(proxied, product, known ? named : `${clientAddress} `, at, 1)
    },
    take() {
      const taken = { rejected, proxied }
      rejected = new Map()
      proxied = new Map()
      return {
        records: [
          ...[...taken.rejected.values()].map(rejectedRecord),
          ...[...taken.proxied.values()].map(proxiedRecord),
        ],
        restore() {
          for (const { product, what, lastAt, count } of taken.rejected.values())
            add(rejected, product, what, lastAt, count)
          for (const { product, what, lastAt, count } of taken.proxied.values())
            add(proxied, product, what, lastAt, count)
        },
      }
    },
  }
}

function add(tallies: Map<string, Tally>, product: string, what: string, at: number, count: number): void {
  const hour = hourOf(at)
  const key = keyOf(product, hour, what)
  const tally = tallies.get(key)
  if (!tally) {
    tallies.set(key, { product, hour, what, count, lastAt: at })
    return
  }
  tally.count += count
  tally.lastAt = Math.max(tally.lastAt, at)
}

function hourOf(at: number): number {
  return startOfHour(at)
}

function keyOf(product: string, hour: number, what: string): string {
  return `${product} ${hour} ${what}`
}

function rejectedRecord({ product, hour, what, count, lastAt }: Tally): LogRecord {
  return record('rejected_events', {
    product_id: product,
    hour: toSeconds(hour),
    reason: what as DropReason,
    count,
    last_at: toSeconds(lastAt),
  })
}

function proxiedRecord({ product, hour, what, count, lastAt }: Tally): LogRecord {
  const space = what.indexOf(' ')
  return record('proxied_events', {
    product_id: product,
    hour: toSeconds(hour),
    hostname: what.slice(space + 1),
    client_address: what.slice(0, space) as ProxyTrace['clientAddress'],
    count,
    last_at: toSeconds(lastAt),
  })
}
