import { basename, resolve } from 'node:path'
import { IMPORT_SOURCES, type ImportFormat, type ImportSource } from '@footfall/core-domain'
import { CheckedImport, type ImportFile, ImportOutcome, importQuery } from '@footfall/operate'
import { type Command, Option } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { printResult } from '../terminal.ts'
import { checkedText, fieldsHelp, outcomeText } from './import-texts.ts'
import { listImports, removeImport } from './imports.ts'
import { onImports } from './imports-service.ts'
import { idOfProduct } from './service-or-stores.ts'

interface ImportCommandOptions {
  readonly product?: string
  readonly from?: ImportSource
  readonly site?: string
  readonly format?: ImportFormat
  readonly skipInvalid?: true
  readonly dryRun?: true
}

export function importCommand(program: Command, context: () => Context): void {
  const command = program
    .command('import')
    .description('import history from a file; run it again to resume an interrupted import')
    .argument('<file>', 'export of another product, or events as NDJSON, CSV or Parquet')
    // Checked below: commander would also require it of the subcommands.
    .option('--product <product>', 'product of the events: identifier (prd_…) or name (required)')
    .addOption(
      new Option('--from <source>', 'product that exported the file, instead of recognizing it by its content').choices(
        IMPORT_SOURCES,
      ),
    )
    .option('--site <site>', 'site to import, from an export of several sites')
    .option('--dry-run', 'only show what would be imported')
    .addOption(
      new Option('--format <format>', 'format of a file of events, if its name does not show it').choices([
        'ndjson',
        'csv',
        'parquet',
      ]),
    )
    .option('--skip-invalid', 'skip and count invalid lines of a file of events instead of stopping at the first')
    .option('--json', 'print one JSON document instead of text')
    .addHelpText('after', fieldsHelp())
    .action(async (given: string, options: ImportCommandOptions) => {
      const { product, from, site, format, skipInvalid, dryRun } = options
      if (product === undefined) throw new UsageError('--product: is required')
      const id = await idOfProduct(context(), product)
      const path = resolve(given)
      const skips = skipInvalid === true
      const file: ImportFile = { path, name: basename(path), source: from, site, format, skipInvalid: skips }
      if (dryRun === true) await check(context(), id, file)
      else await run(context(), id, file)
    })
  listImports(command, context)
  removeImport(command, context)
}

async function run(context: Context, product: string, file: ImportFile): Promise<void> {
  const outcome = ImportOutcome.parse(
    await onImports(context, `/imports?${importQuery(product, file)}`, (imports, onProgress) =>
      imports.run(product, file, { onProgress }),
    ),
  )
  printResult(context.terminal, outcome, outcomeText(outcome))
}

async function check(context: Context, product: string, file: ImportFile): Promise<void> {
  const checked = CheckedImport.parse(
    await onImports(context, `/imports/check?${importQuery(product, file)}`, (imports, onProgress) =>
      imports.check(product, file, { onProgress }),
    ),
  )
  printResult(context.terminal, { ...checked, dry_run: true }, checkedText(checked))
}
