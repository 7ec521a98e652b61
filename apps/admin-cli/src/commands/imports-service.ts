import { availableParallelism } from 'node:os'
import { NotFound } from '@footfall/core-domain'
import { askRunningService, createImports, createRollups, ImportProgressed, type Imports } from '@footfall/operate'
import type { Context } from '../context.ts'
import { CommandError } from '../errors.ts'
import { progressBar } from '../progress.ts'
import { openAnalyticsStore } from '../stores.ts'

type OnProgress = (progress: ImportProgressed) => void

/** Hands the work to the service that runs on the data directory, since it alone has its embedded engine; otherwise does it here. */
export async function onService(
  { settings, dependencies, terminal, changeControlData }: Context,
  path: string,
  work: (imports: Imports, onProgress: OnProgress) => Promise<unknown>,
): Promise<unknown> {
  const { clock, random } = dependencies
  const { clickhouse, dataDir, geoDatabase } = settings()
  const bar = progressBar(terminal, clock.now)
  const onProgress: OnProgress = (progress) => bar.show(progress.done, progressText(progress))
  try {
    if ('embedded' in clickhouse) {
      const answer = await askRunningService(dataDir, 'POST', path, (progress) =>
        onProgress(ImportProgressed.parse(progress)),
      )
      if (answer?.ok) return answer.body
      if (answer !== undefined) throw answer.code === 'not_found' ? missing() : new CommandError(answer.message)
    }
    return await changeControlData(async (control) => {
      const { store } = control
      const engine = await openAnalyticsStore(settings(), control)
      try {
        const rollups = createRollups({ store, engine, clock, random })
        const closeImported = (product: string) => rollups.closeImported(product)
        const own = { control, engine, clock, random, dataDir, geoDatabase, closeImported }
        return await work(createImports({ ...own, processors: availableParallelism() }), onProgress)
      } catch (error) {
        throw error instanceof NotFound ? missing() : error
      } finally {
        await engine.close()
      }
    })
  } finally {
    bar.end()
  }
}

function missing(): CommandError {
  return new CommandError('There is no such product or import; `footfall product list` lists the products.')
}

function progressText({ step, rows, rows_per_second }: ImportProgressed): string {
  return `${step}: ${rows.toLocaleString('en')} rows, ${Math.round(rows_per_second).toLocaleString('en')}/s`
}
