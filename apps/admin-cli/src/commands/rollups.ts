import { createRollups, RollupRebuild, RollupStatus, type Rollups } from '@footfall/operate'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { noProduct } from '../errors.ts'
import { counted } from '../numbers.ts'
import { printResult, table } from '../terminal.ts'
import { idOfProduct, onServiceOrStores } from './service-or-stores.ts'

interface RollupOptions {
  readonly product?: string
}

export function rollupCommands(program: Command, context: () => Context): void {
  const rollups = program
    .command('rollups')
    .description('precomputed numbers of closed days, which reports are made from')

  rollups
    .command('status')
    .description(
      'count the days whose numbers are not computed yet, today included (open), or that received events since (dirty)',
    )
    .option('--product <product>', 'only this product: identifier (prd_…) or name')
    .action(async ({ product }: RollupOptions) => {
      const { terminal } = context()
      const { products } = RollupStatus.parse(
        await onRollups(context(), product, ['GET', '/rollups'], async (own, id) => ({
          products: await own.status(id),
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
    .description('compute the numbers of all days that have ended')
    .option('--product <product>', 'only this product: identifier (prd_…) or name')
    .action(async ({ product }: RollupOptions) => {
      const { terminal } = context()
      const { products } = RollupRebuild.parse(
        await onRollups(context(), product, ['POST', '/rollups/rebuild'], async (own, id) => ({
          products: await own.rebuild(id),
        })),
      )
      const closed = products.reduce((sum, rebuilt) => sum + rebuilt.closed, 0)
      printResult(
        terminal,
        { products },
        closed === 0
          ? 'No day has numbers to compute. A day has them an hour after it has ended in UTC; a day with identified visitors never does.'
          : `Computed the numbers of ${counted(closed, 'day')} of ${counted(products.length, 'product')}.`,
      )
    })
}

async function onRollups(
  context: Context,
  given: string | undefined,
  [method, path]: readonly ['GET' | 'POST', string],
  work: (rollups: Rollups, product: string | undefined) => Promise<unknown>,
): Promise<unknown> {
  const { clock, random } = context.dependencies
  const product = given === undefined ? undefined : await idOfProduct(context, given)
  const query = product === undefined ? '' : `?${new URLSearchParams({ product })}`
  return onServiceOrStores(context, {
    request: [method, `${path}${query}`],
    use: 'readControlData',
    missing: () => noProduct(product),
    onStores: ({ store }, engine) => work(createRollups({ store, engine, clock, random }), product),
  })
}
