import { timestamp } from '@footfall/core-domain'
import { type Place, rejectionAt } from '../files/place.ts'

const INSTANT = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?: ?(Z|UTC|[+-]\d\d(?::?\d\d)?))?$/

/** A time such as `2026-03-01 12:00:00.123+01`, in UTC where it says no zone. Anything else rejects the file. */
export function instantOf(cell: string, place: Place, field: string): string {
  const [, day, time, fraction = '0', zone = 'Z'] = INSTANT.exec(cell) ?? []
  const offset =
    zone === 'UTC' || zone === 'Z' ? 'Z' : zone.replace(/^([+-]\d\d):?(\d\d)?$/, '$1:$2').replace(/:$/, ':00')
  const ms =
    day === undefined || !isOfCalendar(day)
      ? Number.NaN
      : Date.parse(`${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`)
  if (Number.isNaN(ms))
    throw rejectionAt(
      place,
      field,
      `must be a time such as 2026-03-01 12:00:00, and is ${JSON.stringify(cell.slice(0, 40))}`,
    )
  return timestamp(ms)
}

/** `Date.parse` takes 30 February for 2 March. */
function isOfCalendar(day: string): boolean {
  return new Date(Date.parse(day)).getUTCDate() === Number(day.slice(-2))
}
