import { clip, type DropReason, type ProxyTrace, startOfHour, UNLISTED_NAMES } from '@footfall/core-domain'
import type { RejectedRow } from '@footfall/warehouse'
import { HOSTNAME_LENGTH_MAX } from '../enrich/url.ts'
import { type LogRecord, record } from '../log/records.ts'
import { toSeconds } from './instants.ts'

/**
 * Counts per hour, written with the next round of the drain. Unlike events, the last second may be lost when the
 * process is killed.
 */
export interface Counters {
  rejected(product: string, reason: DropReason, at: number): void
  /** An event that was counted, with a new name that is not listed. */
  unlisted(product: string, at: number): void
  proxied(product: string, trace: ProxyTrace, at: number): void
  /** Takes all counts; `restore` puts them back when they could not be written. */
  take(): { readonly records: readonly LogRecord[]; restore(): void }
}

interface Tally {
  readonly product: string
  readonly hour: number
  /** The drop reason, or the hostname with the state of the client address. */
  readonly subject: string
  count: number
  lastAt: number
}

/**
 * A proxy’s hostname comes from a request header, so distinct names per round are limited; further ones are counted
 * without a name.
 */
const PROXY_HOSTNAMES_MAX = 1000

export function createCounters(): Counters {
  let rejected = new Map<string, Tally>()
  let proxied = new Map<string, Tally>()

  return {
    rejected: (product, reason, at) => add(rejected, product, reason, at, 1),
    unlisted: (product, at) => add(rejected, product, UNLISTED_NAMES, at, 1),
    proxied(product, { hostname, clientAddress }, at) {
      const named = `${clientAddress} ${clip(hostname.toLowerCase(), HOSTNAME_LENGTH_MAX)}`
      const known = proxied.size < PROXY_HOSTNAMES_MAX || proxied.has(keyOf(product, startOfHour(at), named))
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
          for (const { product, subject, lastAt, count } of taken.rejected.values())
            add(rejected, product, subject, lastAt, count)
          for (const { product, subject, lastAt, count } of taken.proxied.values())
            add(proxied, product, subject, lastAt, count)
        },
      }
    },
  }
}

function add(tallies: Map<string, Tally>, product: string, subject: string, at: number, count: number): void {
  const hour = startOfHour(at)
  const key = keyOf(product, hour, subject)
  const tally = tallies.get(key)
  if (!tally) {
    tallies.set(key, { product, hour, subject, count, lastAt: at })
    return
  }
  tally.count += count
  tally.lastAt = Math.max(tally.lastAt, at)
}

function keyOf(product: string, hour: number, subject: string): string {
  return `${product} ${hour} ${subject}`
}

function rejectedRecord({ product, hour, subject, count, lastAt }: Tally): LogRecord {
  return record('rejected_events', {
    product_id: product,
    hour: toSeconds(hour),
    reason: subject as RejectedRow['reason'],
    count,
    last_at: toSeconds(lastAt),
  })
}

function proxiedRecord({ product, hour, subject, count, lastAt }: Tally): LogRecord {
  const space = subject.indexOf(' ')
  return record('proxied_events', {
    product_id: product,
    hour: toSeconds(hour),
    hostname: subject.slice(space + 1),
    client_address: subject.slice(0, space) as ProxyTrace['clientAddress'],
    count,
    last_at: toSeconds(lastAt),
  })
}
