import { CrawlersReport } from '@footfall/core-domain'
import { column, tableLines, textOnOneLine } from '../cells.ts'
import { minuteText } from '../days.ts'
import { decimalText } from '../numbers.ts'
import { ofSpan, reportText, textAt, titled } from './report.ts'
import { statedText } from './values.ts'

interface Counted {
  readonly hits: number
}

export const crawlersText = reportText(CrawlersReport, (report, context) => {
  const { hits, purposes, crawlers, pages, series } = report
  const hitsColumn = <Row extends Counted>() => column<Row>('hits', (row) => decimalText(row.hits))
  return [
    `Hits of crawlers: ${statedText(hits === null ? undefined : decimalText(hits), report)}${ofSpan(context)}.`,
    ...titled('By purpose', tableLines([column('purpose', ({ purpose }) => purpose), hitsColumn()], purposes)),
    ...titled(
      'By crawler',
      tableLines<(typeof crawlers)[number]>(
        [
          column('crawler', ({ crawler }) => textOnOneLine(crawler)),
          column('purpose', ({ purpose }) => purpose),
          hitsColumn(),
          column('pages', (row) => decimalText(row.pages)),
          column('errors', ({ errors }) => decimalText(errors)),
          column('last_seen_at (UTC)', ({ last_seen_at }) => minuteText(last_seen_at)),
        ],
        crawlers,
      ),
    ),
    ...titled(
      'By page',
      tableLines<(typeof pages)[number]>(
        [column('path', ({ path }) => textAt('data.pages[].path', path, context)), hitsColumn()],
        pages,
      ),
    ),
    ...titled('By day', tableLines([column('date', ({ date }) => date), hitsColumn()], series)),
  ]
})
