import { NotFound, type ProductId } from '@footfall/core-domain'
import { askRunningService } from '@footfall/operate'
import type { ControlData } from '@footfall/storage'
import type { Engine } from '@footfall/warehouse'
import type { Context } from '../context.ts'
import { CommandError } from '../errors.ts'
import { productNamed } from '../lookup.ts'
import { openAnalyticsStore } from '../stores.ts'

interface Work {
  /** The route of the running service. */
  readonly request: readonly [method: 'GET' | 'POST', path: string]
  readonly use: 'readControlData' | 'changeControlData'
  onProgress?(progress: unknown): void
  /** The error for what does not exist. */
  missing(): CommandError
  /** Does the same on the stores. */
  onStores(control: ControlData, engine: Engine): Promise<unknown>
}

/** The id of the product that is given by its id or its name; work on analytics takes only ids. Throws `CommandError`. */
export function idOfProduct(context: Context, given: string): Promise<ProductId> {
  return context.readControlData(async ({ store }) => (await productNamed(store, given)).id)
}

/**
 * Asks the service that runs on the data directory, because only it can use its embedded engine; otherwise opens the stores
 * here. Throws `CommandError`.
 */
export async function onServiceOrStores(
  context: Context,
  { request: [method, path], use, onProgress, missing, onStores }: Work,
): Promise<unknown> {
  const { clickhouse, dataDir } = context.settings()
  if ('embedded' in clickhouse) {
    const answer = await askRunningService(dataDir, method, path, onProgress)
    if (answer?.ok) return answer.body
    if (answer !== undefined) throw answer.code === 'not_found' ? missing() : new CommandError(answer.message)
  }
  return context[use](async (control) => {
    const engine = await openAnalyticsStore(context.settings(), control)
    try {
      return await onStores(control, engine)
    } catch (error) {
      throw error instanceof NotFound ? missing() : error
    } finally {
      await engine.close()
    }
  })
}
