import { type VitalRating, vitalRating, type WebVital } from '@footfall/core-domain/metrics'
import { type MessageKey, t } from '../../messages/messages.ts'
import type { Tone } from '../../ui/badge.tsx'

const NAMES: Readonly<Record<WebVital, MessageKey>> = {
  lcp: 'vitals.lcp',
  inp: 'vitals.inp',
  cls: 'vitals.cls',
  ttfb: 'vitals.ttfb',
  fcp: 'vitals.fcp',
}

export const vitalName = (vital: WebVital): string => t(NAMES[vital])

const LABELS: Readonly<Record<VitalRating, MessageKey>> = {
  good: 'vitals.good',
  needs_improvement: 'vitals.needs_improvement',
  poor: 'vitals.poor',
}
const TONES: Readonly<Record<VitalRating, Tone>> = { good: 'good', needs_improvement: 'warning', poor: 'danger' }

/** How good a value is, in a word and a tone. */
export function ratingOf(vital: WebVital, value: number): { readonly label: string; readonly tone: Tone } {
  const rating = vitalRating(vital, value)
  return { label: t(LABELS[rating]), tone: TONES[rating] }
}
