import { numberWriter } from '@footfall/core-domain'
import { textOnOneLine } from './cells.ts'

/** How numbers are written for models. */
export const NUMBERS = numberWriter('en', 'exact')

export const { decimal: decimalText, percent: percentText, change: changeText, duration: durationText } = NUMBERS

/** An amount of money in text, its whole part grouped, with its currency: it may hold more digits than a number. */
export function amountText(amount: string, currency: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(amount)) return `${textOnOneLine(amount)} ${currency}`
  const [whole = '', ...fraction] = amount.split('.')
  return `${[whole.replaceAll(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')} ${currency}`
}
