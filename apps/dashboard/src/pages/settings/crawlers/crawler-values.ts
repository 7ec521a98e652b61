import type { CrawlerSettings } from '../../../api/types.ts'
import { linesOf, patternsOf } from '../lines.ts'

/** Crawler settings as they are typed. */
export interface CrawlerValues {
  readonly enabled: boolean
  readonly track: CrawlerSettings['track']
  readonly excluded_paths: string
}

/** What machines come for, and who such machines are. */
export const PURPOSES: readonly {
  readonly purpose: keyof CrawlerSettings['track']
  readonly label: string
  readonly hint: string
}[] = [
  {
    purpose: 'search',
    label: 'Search engines',
    hint: 'Put pages into an index to be found, as Googlebot and Bingbot do.',
  },
  {
    purpose: 'ai_training',
    label: 'AI training',
    hint: 'Gather text that models are trained on, as GPTBot and CCBot do.',
  },
  {
    purpose: 'ai_assistant',
    label: 'AI assistants',
    hint: 'Read a page at the moment somebody asks an assistant about it.',
  },
  { purpose: 'monitoring', label: 'Monitoring', hint: 'See whether a site is up, fast and well linked.' },
  {
    purpose: 'other',
    label: 'Other',
    hint: 'Previews of links, feed readers, scripts, and whatever names itself a bot.',
  },
]

export function typedCrawlerSettings({ enabled, track, excluded_paths }: CrawlerSettings): CrawlerValues {
  return { enabled, track, excluded_paths: linesOf(excluded_paths) }
}

/** What differs, as the service takes it. */
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
