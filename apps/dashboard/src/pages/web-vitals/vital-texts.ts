import { type MessageKey, t } from '../../messages/messages.ts'
import type { WebVital } from '../../statistics/metric-labels.ts'
import type { Tone } from '../../ui/badge.tsx'

const NAMES: Readonly<Record<WebVital, MessageKey>> = {
  lcp: 'vitals.lcp',
  inp: 'vitals.inp',
  cls: 'vitals.cls',
  ttfb: 'vitals.ttfb',
  fcp: 'vitals.fcp',
}

/** The limits that Google publishes: good up to the first, poor above the second. The catalog says the same. */
const LIMITS: Readonly<Record<WebVital, readonly [good: number, poor: number]>> = {
  lcp: [2500, 4000],
  inp: [200, 500],
  cls: [0.1, 0.25],
  ttfb: [800, 1800],
  fcp: [1800, 3000],
}

export const vitalName = (vital: WebVital): string => t(NAMES[vital])

/** How good a value is, in a word and a tone. */
export function ratingOf(vital: WebVital, value: number): { readonly label: string; readonly tone: Tone } {
  const [good, poor] = LIMITS[vital]
  if (value <= good) return { label: t('vitals.good'), tone: 'good' }
  if (value <= poor) return { label: t('vitals.needs_improvement'), tone: 'warning' }
  return { label: t('vitals.poor'), tone: 'danger' }
}
