import { access, constants } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type ImportFormat, type ImportProgress, type ImportSummary, importEvents, openGeo } from '@footfall/analytics'
import { type Command, Option } from 'commander'
import type { Context } from '../context.ts'
import { progressBar } from '../progress.ts'
import { Refusal, Usage } from '../refusal.ts'
import { engineOf } from '../stores.ts'
import { answer } from '../terminal.ts'

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
    .description('import historical events from a file; cut off and run again, it goes on where it was')
    .argument('<file>', 'NDJSON, CSV or Parquet; docs/import.md describes the fields')
    .requiredOption('--product <product>', 'the product they belong to')
    .addOption(
      new Option('--format <format>', 'when the file’s name does not tell').choices(['ndjson', 'csv', 'parquet']),
    )
    .option('--skip-invalid', 'pass over lines that are not valid and count them, instead of stopping at the first')
    .action(async (file: string, options: ImportCommandOptions) => {
      const { terminal, world, settings, withControlData } = context()
      const format = options.format ?? FORMATS[extname(file).toLowerCase()]
      if (format === undefined) throw new Usage(`--format: cannot be told from the name ${file}; give it`)
      await access(file, constants.R_OK).catch(() => {
        throw new Refusal(`${file} cannot be read: is the path right, and may this user read it?`)
      })
      const summary = await withControlData(async (control) => {
        const profile = await control.trackingProfiles.find(options.product)
        if (profile === undefined)
          throw new Refusal(`There is no product ${options.product}; the dashboard and GET /api/v1/products show them.`)
        const { dataDir, geoDatabase } = settings()
        const engine = await engineOf(settings())
        const bar = progressBar(terminal, world.clock.now)
        try {
          return await importEvents({
            engine,
            profile,
            file,
            format,
            stateDir: join(dataDir, 'imports'),
            geo: await openGeo(geoDatabase),
            clock: world.clock,
            random: world.random,
            skipInvalid: options.skipInvalid === true,
            onProgress: (state) => bar.show(state.done, doing(state)),
          })
        } finally {
          bar.end()
          await engine.close()
        }
      })
      answer(terminal, shown(summary), describe(summary))
    })
}

function doing({ phase, rows, rowsPerSecond }: ImportProgress): string {
  const what = phase === 'reading' ? 'Reading' : 'Storing visits'
  return `${what}: ${rows.toLocaleString('en')} events, ${Math.round(rowsPerSecond).toLocaleString('en')}/s`
}

function shown(summary: ImportSummary) {
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

function describe(summary: ImportSummary): string {
  if (summary.repeated) return 'This file was imported into this product before; nothing was done.'
  const { events, crawlerHits, skipped, firstSkipped, seconds } = summary
  const lines = [
    `Imported ${events.toLocaleString('en')} events${crawlerHits > 0 ? ` and ${crawlerHits.toLocaleString('en')} crawler hits` : ''} in ${seconds.toFixed(1)} s (${Math.round((events + crawlerHits) / Math.max(seconds, 0.001)).toLocaleString('en')} rows/s).`,
  ]
  if (skipped > 0) lines.push(`Skipped ${skipped.toLocaleString('en')} lines that are not valid; the first:`)
  for (const { line, field, message } of firstSkipped) lines.push(`  line ${line}: ${field} ${message}`)
  return lines.join('\n')
}
