import type { ExportedEvent } from '../reading.ts'

/** Revenue with the four decimals that are kept; undefined for no amount, for 0 and without the code of a currency. */
export function revenueFrom(amount: string, currency: string): ExportedEvent['revenue'] {
  if (!/^\d{1,12}(\.\d+)?$/.test(amount) || Number(amount) === 0 || !/^[A-Z]{3}$/.test(currency)) return undefined
  return { amount: amount.replace(/(\.\d{4})\d+$/, '$1'), currency }
}
