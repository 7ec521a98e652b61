import type { AskedScope, Dimension, StatsAnswer, StatsQuery } from '@footfall/core-domain'
import type { Reader } from '../cache/reader.ts'
import { dayListOf } from '../days/day-lists.ts'
import type { Plan } from '../plan/plan.ts'
import { hasManyKeys, LIMITS_OF_OPEN_DAYS, openOfList } from '../read/held-cells.ts'
import { heldRows } from '../read/held-rows.ts'
import type { ColumnValues } from '../sql/columns.ts'
import {
  type AskedBreakdown,
  type OpenListRow,
  readingOf,
  severalBreakdownsStatement,
  severalOpenStatement,
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
  scope: AskedScope,
  query: Omit<StatsQuery, 'dimensions'>,
  dimensions: readonly Dimension[],
): Promise<readonly StatsAnswer[]> {
  const asked = await Promise.all(
    dimensions.map(async (dimension): Promise<Asked> => {
      const read = await readQuestion(reader, scope, { ...query, dimensions: [dimension] })
      return { read, together: together(reader, read) }
    }),
  )
  const readings = new Map<string, Reading>()
  for (const [key, [first, ...others]] of alike(asked)) {
    // A statement for one breakdown would gain nothing.
    if (first === undefined || others.length === 0) continue
    readings.set(key, readingOfSeveral(reader, scope, [first, ...others]))
  }
  return Promise.all(
    asked.map(({ read, together }) => {
      const reading = together && readings.get(readingOf(together))
      return answerOf(reader, read, reading && rowsOf(reader, read, together.list, reading))
    }),
  )
}

/** What one statement read for several breakdowns: their rows, or the numbers of the days that are not held. */
type Reading =
  | { readonly of: 'rows'; readonly rows: Promise<readonly ColumnValues[]> }
  | { readonly of: 'open days'; readonly rows: Promise<readonly OpenListRow[]> }

function readingOfSeveral(
  reader: Reader,
  { product }: AskedScope,
  asked: readonly [AskedBreakdown, ...AskedBreakdown[]],
): Reading {
  if (!asked[0].isHeld)
    return { of: 'rows', rows: reader.rows<ColumnValues>(product, severalBreakdownsStatement(asked)) }
  const statement = severalOpenStatement(asked, LIMITS_OF_OPEN_DAYS)
  return { of: 'open days', rows: statement ? reader.rows<OpenListRow>(product, statement) : Promise.resolve([]) }
}

/** The rows of one of the breakdowns; undefined where its own statement has to read them. */
async function rowsOf(
  reader: Reader,
  { plan, compared }: ReadQuestion,
  list: string,
  reading: Reading,
): Promise<readonly ColumnValues[] | undefined> {
  if (reading.of === 'rows') return (await reading.rows).filter((row) => row.of_list === list)
  return heldRows(
    reader,
    plan,
    compared?.plan,
    reading.rows.then((rows) => openOfList(rows, list)),
  )
}

function together(reader: Reader, { question, plan, compared, noRows }: ReadQuestion): AskedBreakdown | undefined {
  if (noRows || plan.outside) return undefined
  const list = dayListOf(question.dimensions)?.name
  return togetherWithOthers(list, ofFewKeys(reader, plan), compared?.plan && ofFewKeys(reader, compared.plan))
}

/** A plan that the engine answers where its rows are known to have too many keys to be held. */
function ofFewKeys(reader: Reader, plan: Plan): Plan {
  const { question, held } = plan
  return held !== undefined && hasManyKeys(reader, { question, held }) ? { ...plan, held: undefined } : plan
}

function alike(asked: readonly Asked[]): ReadonlyMap<string, readonly AskedBreakdown[]> {
  return Map.groupBy(
    asked.flatMap(({ together }) => (together === undefined ? [] : [together])),
    readingOf,
  )
}
