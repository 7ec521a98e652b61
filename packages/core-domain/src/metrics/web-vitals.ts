export const WEB_VITALS = ['lcp', 'inp', 'cls', 'ttfb', 'fcp'] as const
export type WebVital = (typeof WEB_VITALS)[number]

/** The limits that Google publishes: good up to the first, poor above the second; times in milliseconds. */
export const VITAL_LIMITS: Readonly<Record<WebVital, { readonly good: number; readonly poor: number }>> = {
  lcp: { good: 2500, poor: 4000 },
  inp: { good: 200, poor: 500 },
  cls: { good: 0.1, poor: 0.25 },
  ttfb: { good: 800, poor: 1800 },
  fcp: { good: 1800, poor: 3000 },
}

export type VitalRating = 'good' | 'needs_improvement' | 'poor'

export function vitalRating(vital: WebVital, value: number): VitalRating {
  const { good, poor } = VITAL_LIMITS[vital]
  if (value <= good) return 'good'
  return value <= poor ? 'needs_improvement' : 'poor'
}

export function isWebVital(metric: string): metric is WebVital {
  return WEB_VITALS.some((vital) => vital === metric)
}
