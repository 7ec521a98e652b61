import type { CrawlerSettings } from '../../../api/types.ts'
import { linesOf, patternsOf } from '../../../forms/lines.ts'
import { t } from '../../../messages/messages.ts'

/** Values of the crawler form. */
export interface CrawlerValues {
  readonly enabled: boolean
  readonly track: CrawlerSettings['track']
  readonly excluded_paths: string
}

/** Purposes of crawlers, with examples. */
export const PURPOSES: readonly {
  readonly purpose: keyof CrawlerSettings['track']
  readonly label: string
  readonly hint: string
}[] = [
  {
    purpose: 'search',
    label: t('settings.crawlers.search'),
    hint: t('settings.crawlers.search_hint'),
  },
  {
    purpose: 'ai_training',
    label: t('settings.crawlers.training'),
    hint: t('settings.crawlers.training_hint'),
  },
  {
    purpose: 'ai_assistant',
    label: t('settings.crawlers.assistant'),
    hint: t('settings.crawlers.assistant_hint'),
  },
  { purpose: 'monitoring', label: t('settings.crawlers.monitoring'), hint: t('settings.crawlers.monitoring_hint') },
  {
    purpose: 'other',
    label: t('settings.crawlers.other'),
    hint: t('settings.crawlers.other_hint'),
  },
]

export function toCrawlerValues({ enabled, track, excluded_paths }: CrawlerSettings): CrawlerValues {
  return { enabled, track, excluded_paths: linesOf(excluded_paths) }
}

/** The changed fields, for the API. */
export function changedCrawlerSettings(values: CrawlerValues, before: CrawlerValues) {
  const track = Object.fromEntries(
    Object.entries(values.track).filter(([purpose, on]) => on !== trackOf(before, purpose)),
  )
  return {
    ...(values.enabled !== before.enabled && { enabled: values.enabled }),
    ...(Object.keys(track).length > 0 && { track }),
    ...(values.excluded_paths !== before.excluded_paths && { excluded_paths: [...patternsOf(values.excluded_paths)] }),
  }
}

function trackOf({ track }: CrawlerValues, purpose: string): boolean | undefined {
  return new Map<string, boolean>(Object.entries(track)).get(purpose)
}
