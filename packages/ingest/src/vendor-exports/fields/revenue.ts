import type { Place } from '../files/place.ts'
import type { ExportedEvent, ExportSink } from '../reading.ts'

/** Revenue with the four decimals that are kept; undefined for no amount and for 0. What cannot be read is left out and said. */
export function revenueFrom(
  sink: ExportSink,
  amount: string,
  currency: string,
  place: Place,
): ExportedEvent['revenue'] {
  if (amount === '' || Number(amount) === 0) return undefined
  if (!/^-?\d{1,12}(\.\d+)?$/.test(amount)) {
    sink.leftOut('amounts that are not plain digits', place)
    return undefined
  }
  if (!/^[A-Z]{3}$/.test(currency)) {
    sink.leftOut('amounts without the code of a currency', place)
    return undefined
  }
  return { amount: amount.replace(/(\.\d{4})\d+$/, '$1'), currency }
}
