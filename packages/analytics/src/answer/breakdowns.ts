import type { Dimension, ReportScope, StatsAnswer, StatsQuery } from '@footfall/core-domain'
import type { Reader } from '../cache/reader.ts'
import { dayListOf } from '../days/day-lists.ts'
import type { ColumnValues } from '../sql/columns.ts'
import {
  type AskedBreakdown,
  readingOf,
  severalBreakdownsStatement,
  togetherWithOthers,
} from '../sql/several-breakdowns.ts'
import { type ReadQuestion, readQuestion } from './read-question.ts'
import { answerOf } from './stats.ts'

/** A breakdown whose numbers were read, and how its rows can be read together with those of others. */
interface Asked {
  readonly read: ReadQuestion
  readonly together: AskedBreakdown | undefined
}

/** Answers the same question by several dimensions, in their order, with as few statements as can be. */
export async function answerBreakdowns(
  reader: Reader,
  scope: ReportScope,
  query: Omit<StatsQuery, 'dimensions'>,
  dimensions: readonly Dimension[],
): Promise<readonly StatsAnswer[]> {
  const asked = await Promise.all(
    dimensions.map(async (dimension): Promise<Asked> => {
      const read = await readQuestion(reader, scope, { ...query, dimensions: [dimension] })
      return { read, together: together(read) }
    }),
  )
  const readings = new Map<string, Promise<readonly ColumnValues[]>>()
  for (const [key, [first, ...others]] of alike(asked)) {
    // A statement for one breakdown would gain nothing.
    if (first === undefined || others.length === 0) continue
    const statement = severalBreakdownsStatement([first, ...others])
    readings.set(key, reader.rows<ColumnValues>(scope.product, statement))
  }
  return Promise.all(
    asked.map(({ read, together }) => {
      const reading = together && readings.get(readingOf(together))
      const rows = reading?.then((all) => all.filter((row) => row.of_list === together?.list))
      return answerOf(reader, read, rows)
    }),
  )
}

function together({ question, plan, compared, noRows }: ReadQuestion): AskedBreakdown | undefined {
  if (noRows || plan.outside) return undefined
  return togetherWithOthers(dayListOf(question.dimensions)?.name, plan, compared?.plan)
}

function alike(asked: readonly Asked[]): ReadonlyMap<string, readonly AskedBreakdown[]> {
  return Map.groupBy(
    asked.flatMap(({ together }) => (together === undefined ? [] : [together])),
    readingOf,
  )
}
