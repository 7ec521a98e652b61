import type { ImportedDay, TimeZone } from '@footfall/core-domain'
import type { z } from 'zod'
import type { ImportedEvent } from '../import/imported-event.ts'
import type { ExportEntry } from './files/archive.ts'
import type { Place } from './files/place.ts'
import type { EntryHead } from './files/text-chunks.ts'

/** An event as an import takes it, before it is checked. */
export type ExportedEvent = z.input<typeof ImportedEvent>

export interface ExportedDay extends ImportedDay {
  /** The report; numbers of two reports of the same day and dimension are never added. */
  readonly report: string
}

/** Takes the records that readers find. An export may hold several sites; only records of the chosen one are kept. */
export interface ExportSink {
  /** Days and times without a zone are those of the product. */
  readonly zone: TimeZone
  /** Where a path has no hostname: that of the product. */
  readonly hostname: string
  /** Whether records of this site are kept. `names` are what people may call it by, the first one is shown. */
  takesSite(site: string, names?: readonly string[]): boolean
  /** `id` identifies an event that came before, in this file or in an earlier import. */
  event(event: ExportedEvent, id: string, place: Place): void
  /** Lines of the same report, day, dimension and key are added. */
  day(line: ExportedDay, place: Place): void
  leftOut(what: string, place: Place): void
  /** Writes the collected events; called after every block of rows. */
  flush(): Promise<void>
}

/** How a format of exports is recognized and read. */
export interface ExportFormat {
  /** Whether an entry is of this format, by its beginning. */
  recognizes(head: EntryHead): boolean
  /** Reads the entries that it recognizes. Throws `InvalidRequest` to reject the whole file. */
  read(entries: readonly FormatEntry[], sink: ExportSink, tools: ReadingTools): Promise<void>
}

export interface FormatEntry extends ExportEntry {
  readonly head: EntryHead
}

/** What only some formats need. */
export interface ReadingTools {
  /** A Parquet entry as lines of JSON. */
  parquetAsJson(entry: ExportEntry): Promise<ExportEntry>
}
