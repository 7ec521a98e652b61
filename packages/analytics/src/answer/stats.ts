import type { AskedScope, StatsAnswer, StatsQuery } from '@footfall/core-domain'
import type { Reader } from '../cache/reader.ts'
import { readRows } from '../read/rows.ts'
import type { ColumnValues } from '../sql/columns.ts'
import { type ReadQuestion, readQuestion } from './read-question.ts'
import { reportOf } from './report.ts'

/** Answers one question about one product: its numbers and the rows of its breakdown. */
export async function answerStats(reader: Reader, scope: AskedScope, query: StatsQuery): Promise<StatsAnswer> {
  return answerOf(reader, await readQuestion(reader, scope, query))
}

/** The answer to a question whose numbers were read. `known` are the rows of its breakdown, if they were read as well. */
export async function answerOf(
  reader: Reader,
  { question, plan, numbers, compared, noRows, read, meta }: ReadQuestion,
  known?: Promise<readonly ColumnValues[] | undefined>,
): Promise<StatsAnswer> {
  const rows = noRows
    ? { ...NO_ROWS, rows: question.dimensions.length === 0 ? undefined : [] }
    : await readRows(reader, plan, numbers, compared, known)
  const data = reportOf({ question, numbers, rows, compared })
  return { data, meta: meta(rows.withheld), more: rows.more, read }
}

const NO_ROWS = { more: false, withheld: 0 } as const
