import { DAY_MS, type Dimension, type InstantRange, type ReportScope } from '@footfall/core-domain'
import { type Reader, toMs } from '../cache/reader.ts'
import { calendarOf } from '../calendar/calendar.ts'
import { DATA_PARTS, firstData } from './first-event.ts'
import { type ImportedDays, importedDays } from './imported-days.ts'

/**
 * The imported days of some periods that can answer questions by these lists. The statement for the first event of a product,
 * which reports run anyway, also says whether it has imports.
 */
export async function knownImports(
  reader: Reader,
  {
    product,
    preferences,
  }: Pick<ReportScope, 'product'> & { readonly preferences: Pick<ReportScope['preferences'], 'timezone'> },
  ranges: readonly InstantRange[],
  lists: readonly (Dimension | '')[],
): Promise<ImportedDays | undefined> {
  const first = await firstData(reader, product)
  if (!first.some(({ part }) => part === DATA_PARTS.imported)) return undefined
  const firstEvent = first.find(({ part }) => part === DATA_PARTS.firstEvent)
  const startMs = Math.min(...ranges.map((range) => range.startMs))
  const endMs = Math.max(...ranges.map((range) => range.endMs))
  return importedDays(reader, product, {
    calendar: calendarOf(preferences.timezone),
    // A day of another zone begins and ends within a day of this one.
    fromDay: Math.floor(startMs / DAY_MS) - 1,
    toDay: Math.ceil(endMs / DAY_MS) + 1,
    lists: [...new Set(lists)],
    firstEventMs: firstEvent && toMs(firstEvent.first),
  })
}
