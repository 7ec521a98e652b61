import { CrawlersReport } from '@footfall/core-domain'
import { type Column, column, tableLines, textOnOneLine } from '../cells.ts'
import { minuteText } from '../days.ts'
import { decimalText } from '../numbers.ts'
import { earlierPeriodText } from './comparison.ts'
import { ofPeriod, type ReportContext, reportText, textAt, titled } from './report.ts'
import { cellOf, changeCell, countCell, statedText } from './values.ts'

interface Counted {
  readonly hits: number
  readonly previous?: number | null | undefined
  readonly change?: number | null | undefined
}

export const crawlersText = reportText(CrawlersReport, (report, context) => {
  const {
    hits,
    purposes,
    crawlers,
    pages,
    series,
    operators = [],
    verification = [],
    comparison,
    address_lists: lists,
  } = report
  const earlier = comparison === undefined ? '' : earlierText(comparison)
  return [
    `Hits of crawlers: ${statedText(hits === null ? undefined : decimalText(hits), report)}${ofPeriod(context)}${earlier}.`,
    ...(verification.length === 0
      ? []
      : [`Verified: ${verification.map((one) => `${one.verified} ${decimalText(one.hits)}`).join(', ')}.`]),
    ...(lists === undefined ? [] : [listsText(lists)]),
    ...rowLines(report, context),
    ...titled(
      'By purpose',
      tableLines([column('purpose', ({ purpose }) => purpose), ...hitColumns(purposes)], purposes),
    ),
    ...titled(
      'By crawler',
      tableLines<(typeof crawlers)[number]>(
        [
          column('crawler', ({ crawler }) => textOnOneLine(crawler)),
          column('purpose', ({ purpose }) => purpose),
          ...hitColumns(crawlers),
          column('pages', (row) => decimalText(row.pages)),
          column('errors', ({ errors }) => decimalText(errors)),
          column('last_seen_at (UTC)', ({ last_seen_at }) => minuteText(last_seen_at)),
        ],
        crawlers,
      ),
    ),
    ...(operators.length === 0 ? [] : operatorLines(operators)),
    ...titled(
      'By page',
      tableLines<(typeof pages)[number]>(
        [column('path', ({ path }) => textAt('data.pages[].path', path, context)), ...hitColumns(pages)],
        pages,
      ),
    ),
    ...titled('By day', tableLines([column('date', ({ date }) => date), ...hitColumns(series)], series)),
  ]
})

function earlierText(comparison: NonNullable<CrawlersReport['comparison']>): string {
  const { hits, change } = comparison
  const value = statedText(hits === null ? undefined : decimalText(hits), comparison)
  return `; previous ${value}${change === null ? '' : `, ${changeCell(change)}`}, ${earlierPeriodText(comparison)}`
}

function listsText({ lists, fetched_on: day }: NonNullable<CrawlersReport['address_lists']>): string {
  return lists === 0
    ? 'No list of the addresses of crawlers has been fetched yet, so no hit is verified by its address. `footfall crawlers update` on the server fetches the lists.'
    : `Lists of the addresses of crawlers: ${decimalText(lists)}, the latest fetched on ${day ?? '–'}.`
}

function hitColumns<Row extends Counted>(rows: readonly Row[]): readonly Column<Row>[] {
  const isCompared = rows.some(({ previous, change }) => previous !== undefined || change !== undefined)
  return [
    column<Row>('hits', (row) => decimalText(row.hits)),
    ...(isCompared
      ? [
          column<Row>('previous', ({ previous }) => countCell(previous ?? null)),
          column<Row>('change', ({ change }) => changeCell(change)),
        ]
      : []),
  ]
}

type Row = NonNullable<CrawlersReport['rows']>[number]

function rowLines({ rows, dimensions = [] }: CrawlersReport, context: ReportContext): readonly string[] {
  if (rows === undefined && dimensions.length === 0) return []
  const found = rows ?? []
  const columns = [
    ...keyColumns(found, dimensions, context),
    ...hitColumns(found),
    column<Row>('errors', ({ errors }) => decimalText(errors)),
    column<Row>('verified', ({ verified }) => decimalText(verified)),
    column<Row>('last_seen_at (UTC)', ({ last_seen_at }) => minuteText(last_seen_at)),
  ]
  return titled(`By ${dimensions.join(' and ')}`, tableLines(columns, found))
}

/** A column for each key; one more for the first where the keys do not begin with it. */
function keyColumns(
  rows: readonly Row[],
  dimensions: readonly string[],
  context: ReportContext,
): readonly Column<Row>[] {
  const cell = (path: string, key: string) => textAt(path, key, context)
  const count = Math.max(0, ...rows.map(({ keys }) => keys?.length ?? 0))
  const several = Array.from({ length: count }, (_, i) =>
    column<Row>(dimensions[i] ?? 'key', ({ keys }) => {
      const key = keys?.[i]
      return key === undefined ? undefined : cell('data.rows[].keys[]', key)
    }),
  )
  const isRepeated = rows.length > 0 && rows.every(({ key, keys }) => keys?.[0] === key)
  return isRepeated
    ? several
    : [column<Row>(dimensions[0] ?? 'key', ({ key }) => cell('data.rows[].key', key)), ...several]
}

type Operator = NonNullable<CrawlersReport['operators']>[number]

/** Visits are of people, hits of machines: they are in separate columns. */
function operatorLines(operators: readonly Operator[]): readonly string[] {
  const columns = [
    column<Operator>('operator', ({ operator }) => textOnOneLine(operator)),
    ...hitColumns(operators),
    column<Operator>('visits_from', ({ visits_from: from }) =>
      from === null ? undefined : cellOf(from.visits === null ? undefined : decimalText(from.visits), from),
    ),
    column<Operator>('sources', ({ visits_from: from }) => from?.sources.map(textOnOneLine).join(', ')),
  ]
  return titled('By operator, with the visits of people whom its assistant sent', tableLines(columns, operators))
}
