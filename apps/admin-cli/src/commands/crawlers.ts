import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CRAWLER_LISTS } from '@footfall/core-domain'
import { CrawlerUpdateFailed, fromMakers, type UpdatedList, updateCrawlerLists } from '@footfall/operate'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { asCommandError } from '../errors.ts'
import { printResult } from '../terminal.ts'

interface UpdateOptions {
  readonly from?: string
}

export function crawlerCommands(program: Command, context: () => Context): void {
  program
    .command('crawlers')
    .description('the lists that crawlers are verified with')
    .command('update')
    .description('download the addresses that operators of crawlers publish, check them, and let the service use them')
    .option('--from <directory>', 'read the lists from files such as gptbot.json in this directory instead')
    .addHelpText('after', `\nThe files of --from: ${CRAWLER_LISTS.map((list) => `${list}.json`).join(', ')}.`)
    .action(async ({ from }: UpdateOptions) => {
      const { terminal, dependencies, settings } = context()
      const { crawlerLists: path } = settings()
      const today = new Date(dependencies.clock.now()).toISOString().slice(0, 10)
      const get = from === undefined ? fromMakers() : (list: string) => readFile(join(from, `${list}.json`), 'utf8')
      const lists = await asCommandError(
        CrawlerUpdateFailed,
        () => updateCrawlerLists({ path, today, get }),
        (reason) => `The lists of crawlers were not updated: ${reason}.`,
      )
      printResult(terminal, { path, lists }, textOf(path, lists))
    })
}

function textOf(path: string, lists: readonly UpdatedList[]): string {
  const width = Math.max(...lists.map(({ list }) => list.length))
  const lines = lists.map((one) => `${one.list.padEnd(width)}  ${outcomeOf(one)}`)
  return `${lines.join('\n')}\n${path} is up to date. A running service reads it within 30 seconds.`
}

function outcomeOf(one: UpdatedList): string {
  const published = one.published === undefined ? '' : `, published on ${one.published}`
  const prefixes = `${one.prefixes} ${one.prefixes === 1 ? 'network' : 'networks'}${published}`
  switch (one.state) {
    case 'renewed':
      return `renewed: ${prefixes}`
    case 'unchanged':
      return `unchanged: ${prefixes}`
    case 'failed':
      return one.prefixes === 0
        ? `not available: ${one.reason}`
        : `not updated: ${one.reason}; the earlier list stays (${prefixes})`
  }
}
