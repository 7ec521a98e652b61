import type { CrawlerSettings } from '../../../api/types.ts'
import { linesOf, patternsOf } from '../lines.ts'

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
    label: 'Search engines',
    hint: 'Index pages for search, such as Googlebot and Bingbot.',
  },
  {
    purpose: 'ai_training',
    label: 'AI training',
    hint: 'Collect text to train models, such as GPTBot and CCBot.',
  },
  {
    purpose: 'ai_assistant',
    label: 'AI assistants',
    hint: 'Read a page when a user asks an assistant about it.',
  },
  { purpose: 'monitoring', label: 'Monitoring', hint: 'Check availability, speed and links.' },
  {
    purpose: 'other',
    label: 'Other',
    hint: 'Link previews, feed readers, scripts and other bots.',
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
