import { readFile } from 'node:fs/promises'
import type { Logger } from '@footfall/core-domain'
import {
  type CrawlerAddresses,
  type CrawlerLists,
  type CrawlerListsStatus,
  compileCrawlerLists,
  parseCrawlerLists,
  statusOfLists,
} from './crawler-lists.ts'
import { versionOf } from './file-version.ts'

/** The lists of crawlers' addresses, from a file that may be replaced while it is used. */
export interface CrawlerListsFile extends CrawlerAddresses {
  /** Reads the file where it changed. One that cannot be used is logged once, and the lists in memory stay. */
  reload(): Promise<void>
  status(): CrawlerListsStatus
}

/** Opens the file. Without one there are no lists and no verdicts until there is. */
export async function openCrawlerLists(path: string, log: Pick<Logger, 'info' | 'warn'>): Promise<CrawlerListsFile> {
  let lists: CrawlerLists = {}
  let addresses = compileCrawlerLists(lists)
  let known: string | undefined

  async function reload(): Promise<void> {
    const version = await versionOf(path)
    if (version === known) return
    if (version !== undefined) {
      try {
        const read = parseCrawlerLists(await readFile(path, 'utf8'))
        // A file that is still being written is read again the next time.
        if ((await versionOf(path)) !== version) return
        lists = read
        addresses = compileCrawlerLists(lists)
        log.info({ path }, 'read the lists of the addresses of crawlers')
      } catch (err) {
        log.warn({ err, path }, 'the lists of the addresses of crawlers cannot be used; those in memory stay')
      }
    }
    known = version
  }

  await reload()
  return {
    verdict: (crawler, address) => addresses.verdict(crawler, address),
    status: () => statusOfLists(lists),
    reload,
  }
}
