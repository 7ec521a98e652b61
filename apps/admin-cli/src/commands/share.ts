import { everyRow, type SharedLink, ShareId, type Store } from '@footfall/core-domain'
import { endShareAsOperator } from '@footfall/operations'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { type CommandError, doesNotExist } from '../errors.ts'
import { productNamed } from '../lookup.ts'
import { printResult, table } from '../terminal.ts'

export function shareCommands(program: Command, context: () => Context): void {
  const share = program.command('share').description('shared links of products')

  share
    .command('list')
    .description('list the shared links of a product, including those that have ended')
    .requiredOption('--product <product>', 'identifier (prd_…) or name of the product')
    .action(async ({ product }: { product: string }) => {
      const { terminal, readControlData } = context()
      const shares = await readControlData(({ store }) => linksOf(store, product))
      printResult(
        terminal,
        { shares },
        table(
          terminal,
          ['ID', 'NAME', 'STATUS', 'SECTIONS', 'PASSWORD', 'SEGMENT', 'EMBED ORIGINS', 'EXPIRES', 'CREATED'],
          shares.map((link) => [
            link.id,
            link.name,
            link.status,
            link.sections.join(','),
            link.password ? 'yes' : 'no',
            link.segment ?? 'none',
            link.embed_origins.length === 0 ? 'none' : link.embed_origins.join(' '),
            link.expires_at ?? 'never',
            link.created_at,
          ]),
          'No shared link yet; an admin of the product creates one in the dashboard.',
        ),
      )
    })

  share
    .command('end')
    .description('end a shared link; it shows nothing from the next request on')
    .argument('<id>', 'ID from `list`')
    .action(async (id: string) => {
      const { terminal, changeControlData, execute } = context()
      const parsed = ShareId.safeParse(id)
      if (!parsed.success) throw unknownLink(id)
      await changeControlData((control) => execute(control, endShareAsOperator, { id: parsed.data }, unknownLink(id)))
      printResult(terminal, { id, ended: true }, `${id} has ended.`)
    })
}

function unknownLink(id: string): CommandError {
  return doesNotExist(`The shared link ${id}`, '`footfall share list` lists them')
}

async function linksOf(store: Store, id: string): Promise<readonly SharedLink[]> {
  const product = await productNamed(store, id)
  return everyRow((request) => store.sharedLinks.list(product.id, request))
}
