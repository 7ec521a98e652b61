import { type VitalRating, vitalRating, type WebVital } from '@footfall/core-domain/metrics'
import { t } from '../../messages/messages.ts'
import type { Tone } from '../../ui/badge.tsx'

export const vitalName = (vital: WebVital): string => t(`vitals.name_${vital}`)

const TONES: Readonly<Record<VitalRating, Tone>> = { good: 'good', needs_improvement: 'warning', poor: 'danger' }

/** How good a value is, in a word and a tone. */
export function ratingOf(vital: WebVital, value: number): { readonly label: string; readonly tone: Tone } {
  const rating = vitalRating(vital, value)
  return { label: t(`vitals.rating_${rating}`), tone: TONES[rating] }
}
