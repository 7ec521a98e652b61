import { beyondRetentionText, IMPORT_SOURCE_TABLE } from '@footfall/core-domain'
import { importFields } from '@footfall/ingest'
import type { CheckedImport, ImportOutcome } from '@footfall/operate'
import { counted } from '../numbers.ts'

/** Names every source, and every field of a file of events for each format. */
export function fieldsHelp(): string {
  const sources = Object.entries(IMPORT_SOURCE_TABLE).map(
    ([source, { name, files }]) => `  ${source} (${name}): ${files}`,
  )
  const lines = importFields().map(({ name, type, required, description, csv, parquet }) =>
    [
      `  ${name}${required ? ' (required)' : ''}: ${description}`,
      `      ${type}`,
      ...(csv === name && parquet === 'string' ? [] : [`      CSV column: ${csv}. Parquet column: ${parquet}`]),
    ].join('\n'),
  )
  return `
Sources, recognized by the content of the file unless --from names one:
${sources.join('\n')}

Fields of a row of a file of events:
${lines.join('\n')}

NDJSON has one object with these fields on each line. CSV has a header with their names; an
empty cell means that the field is absent. Parquet has columns with their names, of type string unless
stated above. null means that the field is absent. Fields that are not in this list are rejected.`
}

export function outcomeText(outcome: ImportOutcome): string {
  if (outcome.repeated) return 'This file was imported into this product before; nothing was imported.'
  const { id, rows, seconds } = outcome
  const speed = Math.round(rows / Math.max(seconds, 0.001)).toLocaleString('en')
  const first = `Imported ${what(outcome)} in ${seconds.toFixed(1)} s (${speed} rows/s).`
  const undo = id === null ? [] : [`\`footfall import remove ${id}\` undoes it.`]
  return [first, ...undo, ...tooOld(outcome, 'done'), ...leftOut(outcome)].join('\n')
}

export function checkedText(checked: CheckedImport): string {
  const first = `Source: ${checked.source}. It would bring ${what(checked)}.`
  return [first, ...tooOld(checked, 'before'), ...leftOut(checked)].join('\n')
}

function tooOld({ beyond_retention }: CheckedImport, when: 'before' | 'done'): string[] {
  return beyond_retention === null ? [] : [beyondRetentionText(beyond_retention, when)]
}

function what({ events, figures, crawler_hits, from, to }: CheckedImport): string {
  const parts = [
    ...(events > 0 || figures + crawler_hits === 0 ? [counted(events, 'event')] : []),
    ...(figures > 0 ? [counted(figures, 'daily total')] : []),
    ...(crawler_hits > 0 ? [counted(crawler_hits, 'crawler hit')] : []),
  ]
  return `${parts.join(' and ')}${from === null ? '' : ` from ${from} to ${to}`}`
}

function leftOut({ left_out, skipped, first_skipped }: CheckedImport): string[] {
  const lines: string[] = []
  const listed = skipped > first_skipped.length ? `; the first ${first_skipped.length}` : ''
  if (skipped > 0) lines.push(`Skipped ${counted(skipped, 'invalid line')}${listed}:`)
  for (const { line, field, message } of first_skipped) lines.push(`  line ${line}: ${field} ${message}`)
  const others = skipped > 0 ? left_out.filter((each) => each.what !== 'invalid lines') : left_out
  if (others.length > 0) lines.push('Left out:')
  for (const { what, count, lines: places } of others) {
    const where = places.map(({ entry, line }) => (entry === '' ? `line ${line}` : `${entry} line ${line}`))
    const shown = where.length === 0 ? '' : ` (${where.slice(0, 5).join(', ')}${count > 5 ? ', …' : ''})`
    lines.push(`  ${count.toLocaleString('en')} × ${what}${shown}`)
  }
  return lines
}
