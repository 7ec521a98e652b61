import { DAY_MS, type ProductId, type ReportScope } from '@footfall/core-domain'
import type { Reader } from '../cache/reader.ts'
import { countedDays } from '../days/closed-days.ts'
import type { CollectedData } from '../days/collected.ts'
import { knownImports } from '../days/known-imports.ts'
import type { EarlierSpan } from '../question/compared-span.ts'
import type { Question } from '../question/question.ts'
import { mayUseDays } from './day-passes.ts'
import { type KnownDays, NO_DAYS } from './days.ts'
import { importedList } from './imported-use.ts'

/**
 * Reads what is known of a product’s days. Closed days are read only where a question may use them and covers a day before
 * the running one.
 */
export async function knownDays(
  reader: Reader,
  scope: ReportScope,
  questions: readonly [Question, ...Question[]],
  earlier: EarlierSpan | undefined,
  collected: CollectedData,
): Promise<KnownDays> {
  const [{ span, product }] = questions
  const read = () => ownDays(reader, product, collected)
  const firstMs = Math.min(span.kept.startMs, earlier?.span.kept.startMs ?? Number.POSITIVE_INFINITY)
  const isOfRunningDay = firstMs > reader.now() - DAY_MS
  const [days, imported] = await Promise.all([
    isOfRunningDay || !questions.some(mayUseDays) ? undefined : read(),
    knownImports(
      reader,
      scope,
      [span.kept, ...(earlier ? [earlier.span.kept] : [])],
      questions
        .flatMap((question) => [importedList({ ...question, dimensions: [] }), importedList(question)])
        .filter((list) => list !== undefined),
    ),
  ])
  const isImported = imported !== undefined && imported.days.length > 0
  return { ...(days ?? (isImported ? await read() : NO_DAYS)), imported }
}

/** The days of a product’s own events. Days from before rows were counted are known by the first event. */
async function ownDays(
  reader: Reader,
  product: ProductId,
  collected: CollectedData,
): Promise<Omit<KnownDays, 'imported'>> {
  const [counted, firstMs] = await Promise.all([countedDays(reader, product), collected.firstEventMs()])
  if (firstMs === undefined) return counted
  const first = Math.floor(firstMs / DAY_MS)
  return { firstDay: Math.min(first, counted.firstDay ?? first), closed: counted.closed }
}
