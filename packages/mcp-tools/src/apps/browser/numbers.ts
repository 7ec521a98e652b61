import { isUnchanged, numberWriter } from '@footfall/core-domain/metrics'
import { LOCALE } from './format.ts'

export const numbers = numberWriter(LOCALE, 'short')
export const { count: formatCount, percent: formatRatio } = numbers

/** `+12.5%`, `−3%` or `±0%`. */
export const formatChange = (change: number): string => (isUnchanged(change) ? '±0%' : numbers.change(change))
