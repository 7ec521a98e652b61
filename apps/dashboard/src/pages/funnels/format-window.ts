import { t } from '../../messages/messages.ts'

/** Minutes in the largest exact unit. */
export function formatWindow(minutes: number): string {
  if (minutes % 1_440 === 0) return t('funnels.days', { count: minutes / 1_440 })
  if (minutes % 60 === 0) return t('funnels.hours', { count: minutes / 60 })
  return t('funnels.minutes', { count: minutes })
}

const WINDOWS = [30, 60, 360, 1_440, 4_320, 10_080, 20_160, 43_200]

/** Times to complete a funnel to choose from, with the one that is chosen. */
export function windowOptions(chosen: number): readonly { readonly value: string; readonly label: string }[] {
  return [...new Set([...WINDOWS, chosen])]
    .sort((a, b) => a - b)
    .map((minutes) => ({ value: String(minutes), label: formatWindow(minutes) }))
}

/** The time to complete a new funnel. */
export const WINDOW_MINUTES = 1_440
