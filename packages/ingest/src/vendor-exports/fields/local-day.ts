import { LocalDate } from '@footfall/core-domain'
import { cacheByText } from '../../enrich/text-cache.ts'
import { type Place, rejectionAt } from '../files/place.ts'

const CACHE_BYTES_MAX = 1024 ** 2

const parsed = cacheByText(CACHE_BYTES_MAX, (text) => LocalDate.safeParse(text).data)

/** A day as `2026-03-01` or `20260301`. Anything else rejects the file: `01/03/2026` is another day in another country. */
export function localDay(cell: string, place: Place, field: string): LocalDate {
  const day = parsed(cell.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'))
  if (day === undefined)
    throw rejectionAt(place, field, `must be a day such as 2026-03-01, and is ${JSON.stringify(cell.slice(0, 40))}`)
  return day
}
