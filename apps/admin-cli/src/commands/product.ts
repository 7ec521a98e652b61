import { createProductAsOperator, NewProduct } from '@footfall/operations'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { invalidOptions } from '../errors.ts'
import { accountByEmail } from '../lookup.ts'
import { printResult, table } from '../terminal.ts'
import { remoteProducts } from './remote-lists.ts'

interface CreateOptions {
  readonly account: string
  readonly name: string
  readonly timezone?: string
  readonly domain?: string
}

export function productCommands(program: Command, context: () => Context): void {
  const product = program.command('product').description('products: the sites and apps that are tracked')

  product
    .command('create')
    .description('create a product; the account becomes its owner')
    .requiredOption('--account <email>', 'email of the owner’s account')
    .requiredOption('--name <name>', 'name, such as that of the site')
    .option('--timezone <zone>', 'IANA time zone of its days, such as Europe/Berlin; by default UTC')
    .option('--domain <hostname>', 'its primary domain')
    .action(async ({ account, ...given }: CreateOptions) => {
      const { terminal, changeControlData, execute } = context()
      const request = NewProduct.safeParse(given)
      if (!request.success) throw invalidOptions(request.error)
      const made = await changeControlData(async (control) => {
        const owner = await accountByEmail(control.store, account)
        return execute(control, createProductAsOperator, { owner: owner.id, product: request.data })
      })
      printResult(terminal, { product: made }, `Created ${made.id}, “${made.name}”, for ${account}.`)
    })

  product
    .command('list')
    .description('list products')
    .action(async () => {
      const { terminal, readControlData, remote } = context()
      const service = await remote()
      const products = service
        ? await remoteProducts(service)
        : await readControlData(({ store }) => store.products.all())
      printResult(
        terminal,
        { products },
        table(
          terminal,
          ['ID', 'NAME', 'TIME ZONE', 'CREATED'],
          products.map(({ id, name, timezone, created_at }) => [id, name, timezone, created_at]),
          'No product yet; create one with `footfall product create`.',
        ),
      )
    })
}
