import type { CrawlerSettings } from '@footfall/core-domain'
import { coveredEntries, coveredWarnings, notCompared } from '../../warnings/covered.ts'
import { leadingSlashWarnings } from '../../warnings/leading-slash.ts'
import { patternCovers } from '../../warnings/patterns.ts'

/** Warns of crawler reports that end, and of excluded paths that exclude nothing. */
export function crawlerWarnings(current: CrawlerSettings, next: CrawlerSettings): string[] {
  const added = next.excluded_paths.filter((path) => !current.excluded_paths.includes(path))
  return [
    ...(current.enabled && !next.enabled ? ['Crawlers are no longer reported from the next second on.'] : []),
    ...(next.enabled && Object.values(next.track).every((isTracked) => !isTracked)
      ? ['No crawler is reported: none of the purposes is tracked.']
      : []),
    ...leadingSlashWarnings(added),
    ...coveredWarnings(coveredEntries(next.excluded_paths, added, patternCovers), notCompared(added)),
  ]
}
