import { ScriptErrorsReport } from '@footfall/core-domain'
import { column, listEntry, tableLines, textOnOneLine } from '../cells.ts'
import { minuteText } from '../days.ts'
import { decimalText } from '../numbers.ts'
import { ofPeriod, reportText, textAt } from './report.ts'
import { countCell, statedText } from './values.ts'

type Row = ScriptErrorsReport['rows'][number]

export const scriptErrorsText = reportText(ScriptErrorsReport, (report, context) => {
  const { errors, visitors, rows, withheld, more } = report
  const counted = (pairs: Row['pages'], path: string) =>
    pairs.length === 0
      ? undefined
      : pairs.map(({ key, errors }) => `${listEntry(textAt(path, key, context))} ${decimalText(errors)}`).join(', ')
  const cell = (name: 'message' | 'source' | 'stack', row: Row) =>
    row[name] === '' ? undefined : textAt(`data.rows[].${name}`, row[name], context)
  return [
    `Script errors: ${statedText(errors === null ? undefined : decimalText(errors), report)} of ${countCell(visitors)} visitors${ofPeriod(context)}; withheld ${decimalText(withheld)}${more ? '; more are not listed' : ''}.`,
    ...tableLines<Row>(
      [
        column('id', ({ id }) => textOnOneLine(id)),
        column('message', (row) => cell('message', row)),
        column('errors', (row) => decimalText(row.errors)),
        column('visitors', (row) => decimalText(row.visitors)),
        column('first_seen_at (UTC)', ({ first_seen_at }) => minuteText(first_seen_at)),
        column('last_seen_at (UTC)', ({ last_seen_at }) => minuteText(last_seen_at)),
        column('source', (row) => cell('source', row)),
        column('pages', ({ pages }) => counted(pages, 'data.rows[].pages[].key')),
        column('browsers', ({ browsers }) => counted(browsers, 'data.rows[].browsers[].key')),
        column('stack', (row) => cell('stack', row)),
      ],
      rows,
    ),
  ]
})
