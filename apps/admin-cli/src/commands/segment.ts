import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { productNamed } from '../lookup.ts'
import { printResult, table } from '../terminal.ts'

export function segmentCommands(program: Command, context: () => Context): void {
  const segment = program.command('segment').description('saved filters of products')

  segment
    .command('list')
    .description('list the segments of a product, with their filters')
    .requiredOption('--product <product>', 'identifier (prd_…) or name of the product')
    .action(async ({ product }: { product: string }) => {
      const { terminal, readControlData } = context()
      const segments = await readControlData(async ({ store }) =>
        store.segments.list((await productNamed(store, product)).id),
      )
      printResult(
        terminal,
        { segments },
        table(
          terminal,
          ['ID', 'NAME', 'FILTERS', 'CREATED'],
          segments.map(({ id, name, filters, created_at }) => [id, name, JSON.stringify(filters), created_at]),
          'No segment yet; an editor of the product saves one in the dashboard.',
        ),
      )
    })
}
