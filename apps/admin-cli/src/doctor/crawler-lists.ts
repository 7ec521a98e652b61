import type { Settings } from '@footfall/config'
import { openCrawlerLists } from '@footfall/ingest'
import { type Finding, failed, ok, warning } from './finding.ts'

/** Whether hits of crawlers can be verified by their addresses, and by lists of which day. */
export async function crawlerLists({ crawlerLists: path }: Settings): Promise<Finding> {
  let isDamaged = false
  const file = await openCrawlerLists(path, { info: () => undefined, warn: () => (isDamaged = true) })
  const { lists, fetchedOn } = file.status()
  if (isDamaged) return failed('crawlers', `${path} cannot be used`, 'Run `footfall crawlers update` to replace it.')
  if (fetchedOn === undefined)
    return warning(
      'crawlers',
      'no list of addresses has been fetched yet, so crawlers are not verified by address',
      'Run `footfall crawlers update`, and again every week.',
    )
  return ok('crawlers', `${lists} lists of addresses, the latest fetched on ${fetchedOn}`)
}
