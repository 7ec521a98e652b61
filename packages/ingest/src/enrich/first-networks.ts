import { isRecord } from '@footfall/core-domain'
import type { Reader, Response } from 'mmdb-lib'

/** A database that knows countries or systems knows that of one of the first networks. */
const NETWORKS_TRIED = 10_000

/** Whether one of the first networks of a database has a record with what is needed. Throws for a database that is damaged there. */
export function hasAmongFirst(
  reader: Reader<Response>,
  isNeeded: (record: Readonly<Record<string, unknown>>) => boolean,
): boolean {
  let address = 0
  for (let tried = 0; tried < NETWORKS_TRIED && address < 2 ** 32; tried++) {
    const [record, length]: readonly [unknown, number] = reader.getWithPrefixLength(dotted(address))
    if (isRecord(record) && isNeeded(record)) return true
    address += 2 ** (32 - Math.min(Math.max(length, 0), 32))
  }
  return false
}

function dotted(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.')
}
