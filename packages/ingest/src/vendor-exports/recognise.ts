import { InvalidRequest } from '@footfall/core-domain'
import { isArchive, NESTED, type OpenExport } from './files/archive.ts'
import { refusalOf } from './files/place.ts'
import { headOf } from './files/text-chunks.ts'
import { EXPORT_FORMATS } from './formats.ts'
import type { ExportFormat, FormatEntry } from './reading.ts'
import type { ExportSource } from './summary.ts'

export interface RecognisedExport {
  readonly source: ExportSource
  readonly parts: readonly RecognisedPart[]
  /** Entries that are no part of an export. */
  readonly others: readonly FormatEntry[]
}

export interface RecognisedPart {
  readonly format: ExportFormat
  readonly entries: readonly FormatEntry[]
}

const TITLES: Readonly<Record<ExportSource, string>> = {
  plausible: 'Plausible',
  ga4: 'Google Analytics 4',
  umami: 'Umami',
  matomo: 'Matomo',
  fathom: 'Fathom',
  'simple-analytics': 'Simple Analytics',
}

/** Says by the content of the entries whose export it is; undefined where it is nobody's. */
export async function recogniseEntries(
  opened: OpenExport,
  source?: ExportSource,
): Promise<RecognisedExport | undefined> {
  const candidates = EXPORT_FORMATS.filter((format) => source === undefined || format.source === source)
  const found = new Map<ExportFormat, FormatEntry[]>()
  const others: FormatEntry[] = []
  for (const entry of opened.entries) {
    const head = await headOf(entry)
    if (isArchive(head.bytes)) throw refusalOf(entry.name, NESTED)
    const format = candidates.find((candidate) => candidate.recognises(head))
    const named = { name: entry.name, content: () => entry.content(), head }
    if (format === undefined) others.push(named)
    else found.set(format, [...(found.get(format) ?? []), named])
  }
  const parts = [...found].map(([format, entries]) => ({ format, entries }))
  const [first, ...rest] = new Set(parts.map(({ format }) => format.source))
  if (first === undefined) return undefined
  if (rest.length > 0) {
    const titles = [first, ...rest].map((one) => TITLES[one]).join(' and ')
    throw refusalOf('', `holds exports of ${titles}; import each by itself`)
  }
  return { source: first, parts, others }
}

/** The same, for a file that has to be an export. */
export async function requireRecognised(opened: OpenExport, source?: ExportSource): Promise<RecognisedExport> {
  const recognised = await recogniseEntries(opened, source)
  if (recognised !== undefined) return recognised
  const what = source === undefined ? Object.values(TITLES).join(', ') : TITLES[source]
  throw new InvalidRequest([{ path: 'file', message: `is not an export of ${what} as far as its content tells` }])
}
