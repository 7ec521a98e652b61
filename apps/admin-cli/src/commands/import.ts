import { access, constants } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { AlreadyExists, ProductId } from '@footfall/core-domain'
import {
  type ImportFormat,
  type ImportProgress,
  type ImportSummary,
  importEvents,
  importFields,
  openGeo,
} from '@footfall/ingest'
import type { ControlData } from '@footfall/storage'
import { type Command, Option } from 'commander'
import type { Context } from '../context.ts'
import { operatorEntry } from '../operator-entry.ts'
import { progressBar } from '../progress.ts'
import { Refusal, Usage } from '../refusal.ts'
import { engineOf } from '../stores.ts'
import { answer } from '../terminal.ts'
import type { World } from '../world.ts'

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
    .argument('<file>', 'NDJSON, CSV or Parquet')
    .requiredOption('--product <product>', 'the product they belong to')
    .addOption(
      new Option('--format <format>', 'when the file’s name does not tell').choices(['ndjson', 'csv', 'parquet']),
    )
    .option('--skip-invalid', 'pass over lines that are not valid and count them, instead of stopping at the first')
    .addHelpText('after', fieldsHelp())
    .action(async (file: string, options: ImportCommandOptions) => {
      const { terminal, world, settings, changeControlData } = context()
      const format = options.format ?? FORMATS[extname(file).toLowerCase()]
      if (format === undefined) throw new Usage(`--format: cannot be told from the name ${file}; give it`)
      await access(file, constants.R_OK).catch(() => {
        throw new Refusal(`${file} cannot be read: is the path right, and may this user read it?`)
      })
      const summary = await changeControlData(async (control) => {
        const profile = await control.trackingProfiles.find(options.product)
        if (profile === undefined)
          throw new Refusal(`There is no product ${options.product}; the dashboard and GET /api/v1/products show them.`)
        const { dataDir, geoDatabase } = settings()
        const engine = await engineOf(settings())
        const bar = progressBar(terminal, world.clock.now)
        try {
          const imported = await importEvents({
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
          await note(control, world, profile.product, imported)
          return imported
        } finally {
          bar.end()
          await engine.close()
        }
      })
      answer(terminal, shown(summary), describe(summary))
    })
}

/** Every field, for each format. */
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

NDJSON has one object with these fields on each line. CSV has a header with their names; an empty
cell is an absent field. Parquet has columns with their names, of type string unless stated above.
null is an absent field, and a field that is not in this list is refused by its name.`
}

/**
 * Events are in the analytics store, entries in the control database, so one transaction cannot hold both. The entry's id
 * follows from the import's: a run that ended between the two is noted when the same command comes again, and no import is
 * noted twice.
 */
async function note({ store }: ControlData, world: World, product: string, summary: ImportSummary): Promise<void> {
  const { id, events, crawlerHits } = summary
  const rows = events + crawlerHits
  const entry = operatorEntry(world, {
    id: `aud_${id}`,
    operation: 'import',
    product: ProductId.parse(product),
    subject: product,
    summary: `Import ${rows.toLocaleString('en')} rows from a file.`,
    changes: [
      { path: 'events', from: null, to: events },
      { path: 'crawler_hits', from: null, to: crawlerHits },
    ],
  })
  await store
    .transaction((tx) => tx.store.audit.append(entry))
    .catch((error: unknown) => {
      if (!(error instanceof AlreadyExists)) throw error
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
