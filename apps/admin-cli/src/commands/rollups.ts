import { NotFound } from '@footfall/core-domain'
import { askRunningService, createRollups, RollupRebuild, RollupStatus, type Rollups } from '@footfall/operate'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { CommandError } from '../errors.ts'
import { counted } from '../numbers.ts'
import { openAnalyticsStore } from '../stores.ts'
import { printResult, table } from '../terminal.ts'

interface RollupOptions {
  readonly product?: string
}

export function rollupCommands(program: Command, context: () => Context): void {
  const rollups = program.command('rollups').description('figures of closed days, from which reports are computed')

  rollups
    .command('status')
    .description('days whose figures are not computed yet (open), or that got events since (dirty)')
    .option('--product <product>', 'only this product')
    .action(async ({ product }: RollupOptions) => {
      const { terminal } = context()
      const { products } = RollupStatus.parse(
        await onService(context(), product, ['GET', '/rollups'], async (own) => ({
          products: await own.status(product),
        })),
      )
      printResult(
        terminal,
        { products },
        table(
          terminal,
          ['PRODUCT', 'OPEN', 'DIRTY'],
          products.map(({ product: id, open, dirty }) => [id, String(open), String(dirty)]),
          'No product.',
        ),
      )
    })

  rollups
    .command('rebuild')
    .description('compute the figures of all days again')
    .option('--product <product>', 'only this product')
    .action(async ({ product }: RollupOptions) => {
      const { terminal } = context()
      const { products } = RollupRebuild.parse(
        await onService(context(), product, ['POST', '/rollups/rebuild'], async (own) => ({
          products: await own.rebuild(product),
        })),
      )
      const closed = products.reduce((sum, rebuilt) => sum + rebuilt.closed, 0)
      printResult(
        terminal,
        { products },
        `Computed the figures of ${counted(closed, 'day')} of ${counted(products.length, 'product')}.`,
      )
    })
}

/** Asks the service that runs on the data directory, since it alone has its embedded engine; otherwise does it here. */
async function onService(
  { settings, dependencies, readControlData }: Context,
  product: string | undefined,
  [method, path]: readonly ['GET' | 'POST', string],
  work: (rollups: Rollups) => Promise<unknown>,
): Promise<unknown> {
  const { clickhouse, dataDir } = settings()
  if ('embedded' in clickhouse) {
    const query = product === undefined ? '' : `?${new URLSearchParams({ product })}`
    const answer = await askRunningService(dataDir, method, `${path}${query}`)
    if (answer?.ok) return answer.body
    if (answer !== undefined) throw answer.code === 'not_found' ? noProduct(product) : new CommandError(answer.message)
  }
  return readControlData(async ({ store, engineClaims }) => {
    const engine = await openAnalyticsStore(settings(), { engineClaims })
    try {
      return await work(createRollups({ store, engine, clock: dependencies.clock, random: dependencies.random }))
    } catch (error) {
      throw error instanceof NotFound ? noProduct(product) : error
    } finally {
      await engine.close()
    }
  })
}

function noProduct(product: string | undefined): CommandError {
  return new CommandError(`There is no product ${product}; the dashboard and GET /api/v1/products list them.`)
}
