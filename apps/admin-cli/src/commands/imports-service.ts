import { availableParallelism } from 'node:os'
import { createImports, createRollups, ImportProgressed, type Imports } from '@footfall/operate'
import type { Context } from '../context.ts'
import { type CommandError, doesNotExist } from '../errors.ts'
import { progressBar } from '../progress.ts'
import { onServiceOrStores } from './service-or-stores.ts'

type OnProgress = (progress: ImportProgressed) => void

/** Does the work on the imports of the running service, or here; draws its progress. */
export async function onImports(
  context: Context,
  path: string,
  work: (imports: Imports, onProgress: OnProgress) => Promise<unknown>,
): Promise<unknown> {
  const { clock, random } = context.dependencies
  const { dataDir, geoDatabase } = context.settings()
  const bar = progressBar(context.terminal, clock.now)
  const onProgress: OnProgress = (progress) => bar.show(progress.done, progressText(progress))
  try {
    return await onServiceOrStores(context, {
      request: ['POST', path],
      use: 'changeControlData',
      onProgress: (progress) => onProgress(ImportProgressed.parse(progress)),
      missing,
      onStores(control, engine) {
        const rollups = createRollups({ store: control.store, engine, clock, random })
        const closeImported = (product: string) => rollups.closeImported(product)
        const own = { control, engine, clock, random, dataDir, geoDatabase, closeImported }
        return work(createImports({ ...own, processors: availableParallelism() }), onProgress)
      },
    })
  } finally {
    bar.end()
  }
}

function missing(): CommandError {
  return doesNotExist('The product or import', '`footfall product list` lists the products')
}

function progressText({ step, rows, rows_per_second }: ImportProgressed): string {
  return `${step}: ${rows.toLocaleString('en')} rows, ${Math.round(rows_per_second).toLocaleString('en')}/s`
}
