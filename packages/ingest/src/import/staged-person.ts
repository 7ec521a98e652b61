import { createHmac } from 'node:crypto'
import { DAY_MS, identifiedVisitor, importedVisitor, type ProductId } from '@footfall/core-domain'
import { normalizeAddress } from '../enrich/address.ts'
import { cacheByText } from '../enrich/text-cache.ts'
import { visitorId } from '../enrich/visitor.ts'
import type { ImportedEvent } from './imported-event.ts'

/** Some fifty thousand visitors. */
const CACHE_BYTES_MAX = 12 * 1024 ** 2

/**
 * The two ids of a row, tab-separated: `person` groups rows into visits, `visitor` is counted. A person identified by
 * address is a new visitor every day, under salts that are destroyed when the import ends; a person that the file
 * identifies is the same visitor in every file of the product, and where the product identifies visitors, the same as
 * in live events.
 */
export function personIds(product: ProductId, secret: Uint8Array, visitorKey: Uint8Array | undefined): PersonIds {
  const byName = cacheByText(CACHE_BYTES_MAX, (visitor) => {
    const id = visitorKey === undefined ? importedVisitor(product, visitor) : identifiedVisitor(visitorKey, visitor)
    return `${id}\t${id}`
  })
  const saltOf = cacheByText(64 * 1024, (day) => createHmac('sha256', secret).update(day).digest())
  const pseudonym = (salt: string, [address, userAgent]: readonly [string, string]) =>
    visitorId(saltOf(salt), { product, address, userAgent })
  const personOf = cacheByText(CACHE_BYTES_MAX, (key) => pseudonym('person', identityOf(key)))
  const byAddress = cacheByText(CACHE_BYTES_MAX, (key) => {
    const day = key.slice(0, key.indexOf('\0'))
    const identity = key.slice(day.length + 1)
    return `${personOf(identity)}\t${pseudonym(day, identityOf(identity))}`
  })
  return (event, timestampMs) =>
    event.visitor === undefined
      ? byAddress(`${Math.floor(timestampMs / DAY_MS)}\0${normalizeAddress(event.ip ?? '')}\0${event.user_agent ?? ''}`)
      : byName(event.visitor)
}

export type PersonIds = (event: ImportedEvent, timestampMs: number) => string

/** Address and user agent of a cache's key. The address has no NUL; the user agent may. */
function identityOf(key: string): readonly [string, string] {
  const end = key.indexOf('\0')
  return [key.slice(0, end), key.slice(end + 1)]
}
