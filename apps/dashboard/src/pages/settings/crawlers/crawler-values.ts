import type { CrawlerSettings } from '../../../api/types.ts'
import { linesOf, patternsOf } from '../../../forms/lines.ts'
import { t } from '../../../messages/messages.ts'

/** Values of the crawler form. */
export interface CrawlerValues {
  readonly enabled: boolean
  readonly track: CrawlerSettings['track']
  readonly excluded_paths: string
}

/** In the order of the page. */
export const PURPOSES = ['search', 'ai_training', 'ai_assistant', 'monitoring', 'other'] as const

/** Whether each purpose is tracked, in words. */
export function describePurposes(track: CrawlerSettings['track']) {
  return PURPOSES.map((purpose) => ({
    label: t(`crawlers.purpose_${purpose}`),
    value: track[purpose] ? t('settings.crawlers.on') : t('settings.crawlers.off'),
  }))
}

export function toCrawlerValues({ enabled, track, excluded_paths }: CrawlerSettings): CrawlerValues {
  return { enabled, track, excluded_paths: linesOf(excluded_paths) }
}

/** The changed fields, for the API. */
export function changedCrawlerSettings(values: CrawlerValues, before: CrawlerValues) {
  const track = Object.fromEntries(
    PURPOSES.filter((purpose) => values.track[purpose] !== before.track[purpose]).map((purpose) => [
      purpose,
      values.track[purpose],
    ]),
  )
  return {
    ...(values.enabled !== before.enabled && { enabled: values.enabled }),
    ...(Object.keys(track).length > 0 && { track }),
    ...(values.excluded_paths !== before.excluded_paths && { excluded_paths: [...patternsOf(values.excluded_paths)] }),
  }
}
