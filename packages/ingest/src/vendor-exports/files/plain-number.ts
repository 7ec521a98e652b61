import { type Place, rejectionAt } from './place.ts'

/** Up to what a number is exact. */
const DIGITS_MAX = 15
const WHOLE = new RegExp(`^\\d{1,${DIGITS_MAX}}$`)
const DECIMAL = new RegExp(`^\\d{1,${DIGITS_MAX}}(?:\\.\\d{1,20})?$`)

/**
 * A whole number of plain digits. Another format may mean another number: `1.234` is a thousand to one and a fraction to
 * another. So anything else rejects the whole file.
 */
export function wholeNumber(cell: string, place: Place, field: string): number {
  if (!WHOLE.test(cell))
    throw rejectionAt(place, field, `must be a number of plain digits such as 1234, and is ${quoted(cell)}`)
  return Number(cell)
}

/** A number of plain digits that may have a fraction after a point, such as an average or a ratio. */
export function decimalNumber(cell: string, place: Place, field: string): number {
  if (!DECIMAL.test(cell))
    throw rejectionAt(place, field, `must be a number of plain digits such as 12.5, and is ${quoted(cell)}`)
  return Number(cell)
}

const SHOWN_MAX = 40

function quoted(cell: string): string {
  return cell === '' ? 'empty' : JSON.stringify(cell.slice(0, SHOWN_MAX))
}
