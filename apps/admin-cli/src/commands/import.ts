import { access, constants } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { extname, join } from 'node:path'
import { ProductId } from '@footfall/core-domain'
import {
  type ImportFormat,
  type ImportProgress,
  type ImportSummary,
  importEvents,
  importFields,
  importThreads,
  openGeo,
} from '@footfall/ingest'
import { createRollups } from '@footfall/operate'
import { executeForOperator, recordImport } from '@footfall/operations'
import { type Command, Option } from 'commander'
import type { Context } from '../context.ts'
import { CommandRefused, UsageError } from '../errors.ts'
import { counted } from '../numbers.ts'
import { progressBar } from '../progress.ts'
import { openAnalyticsStore } from '../stores.ts'
import { printResult } from '../terminal.ts'

interface ImportCommandOptions {
  readonly product: string
  readonly format?: ImportFormat
  readonly skipInvalid?: true
}

const FORMATS: Readonly<Record<string, ImportFormat>> = {
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.csv': 'csv',
  '.parquet': 'parquet',
}

export function importCommand(program: Command, context: () => Context): void {
  program
    .command('import')
    .description('import historical events from a file; run it again to resume an interrupted import')
    .argument('<file>', 'NDJSON, CSV or Parquet')
    .requiredOption('--product <product>', 'product of the events')
    .addOption(
      new Option('--format <format>', 'format, where the name of the file does not show it').choices([
        'ndjson',
        'csv',
        'parquet',
      ]),
    )
    .option('--skip-invalid', 'skip and count invalid lines instead of stopping at the first')
    .addHelpText('after', fieldsHelp())
    .action(async (file: string, options: ImportCommandOptions) => {
      const { terminal, dependencies, settings, changeControlData } = context()
      const { clock, random } = dependencies
      const format = options.format ?? FORMATS[extname(file).toLowerCase()]
      if (format === undefined)
        throw new UsageError(`--format: is required, since the name ${file} does not show the format`)
      await access(file, constants.R_OK).catch(() => {
        throw new CommandRefused(`${file} cannot be read; check the path and the permissions`)
      })
      const summary = await changeControlData(async (control) => {
        const profile = await control.trackingProfiles.find(options.product)
        if (profile === undefined)
          throw new CommandRefused(
            `There is no product ${options.product}; the dashboard and GET /api/v1/products list them.`,
          )
        const { dataDir, geoDatabase } = settings()
        const engine = await openAnalyticsStore(settings())
        const bar = progressBar(terminal, clock.now)
        try {
          const imported = await importEvents({
            engine,
            profile,
            file,
            format,
            stateDir: join(dataDir, 'imports'),
            geo: await openGeo(geoDatabase),
            clock,
            random,
            skipInvalid: options.skipInvalid === true,
            threads: importThreads(availableParallelism()),
            onProgress: (state) => bar.show(state.done, progressText(state)),
          })
          const { id, events, crawlerHits } = imported
          const finished = { id, product: ProductId.parse(profile.product), events, crawlerHits }
          await executeForOperator(recordImport, finished, { store: control.store, clock, random })
          await createRollups({ store: control.store, engine, clock, random }).closeImported(finished.product)
          return imported
        } finally {
          bar.end()
          await engine.close()
        }
      })
      printResult(terminal, summaryJson(summary), summaryText(summary))
    })
}

/** Lists every field, for each format. */
function fieldsHelp(): string {
  const lines = importFields().map(({ name, type, required, description, csv, parquet }) =>
    [
      `  ${name}${required ? ' (required)' : ''}: ${description}`,
      `      ${type}`,
      ...(csv === name && parquet === 'string' ? [] : [`      CSV column: ${csv}. Parquet column: ${parquet}`]),
    ].join('\n'),
  )
  return `
Fields of a row:
${lines.join('\n')}

NDJSON has one object with these fields on each line. CSV has a header with their names; an
empty cell means that the field is absent. Parquet has columns with their names, of type string unless
stated above. null means that the field is absent. Fields that are not in this list are refused.`
}

function progressText({ phase, rows, rowsPerSecond }: ImportProgress): string {
  const what = phase === 'reading' ? 'Reading' : 'Storing visits'
  return `${what}: ${rows.toLocaleString('en')} events, ${Math.round(rowsPerSecond).toLocaleString('en')}/s`
}

function summaryJson(summary: ImportSummary) {
  return {
    events: summary.events,
    crawler_hits: summary.crawlerHits,
    bots_left_out: summary.botsLeftOut,
    stray_engagements: summary.strayEngagements,
    skipped: summary.skipped,
    first_skipped: summary.firstSkipped,
    seconds: summary.seconds,
    resumed: summary.resumed,
    repeated: summary.repeated,
  }
}

function summaryText(summary: ImportSummary): string {
  if (summary.repeated) return 'This file was imported into this product before; nothing was imported.'
  const { events, crawlerHits, skipped, firstSkipped, seconds } = summary
  const lines = [
    `Imported ${counted(events, 'event')}${crawlerHits > 0 ? ` and ${counted(crawlerHits, 'crawler hit')}` : ''} in ${seconds.toFixed(1)} s (${Math.round((events + crawlerHits) / Math.max(seconds, 0.001)).toLocaleString('en')} rows/s).`,
  ]
  const listed = skipped > firstSkipped.length ? `; the first ${firstSkipped.length}` : ''
  if (skipped > 0) lines.push(`Skipped ${counted(skipped, 'invalid line')}${listed}:`)
  for (const { line, field, message } of firstSkipped) lines.push(`  line ${line}: ${field} ${message}`)
  return lines.join('\n')
}
