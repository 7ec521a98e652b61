import { everyRow, ImportId, type ImportRecord } from '@footfall/core-domain'
import { RemovedImport } from '@footfall/operate'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { CommandError, doesNotExist, UsageError } from '../errors.ts'
import { productNamed } from '../lookup.ts'
import { counted } from '../numbers.ts'
import { isYes, printResult, table } from '../terminal.ts'
import { onImports } from './imports-service.ts'

/** `--product` is also an option of the command above, which takes it in any position. */
export function listImports(command: Command, context: () => Context): void {
  command
    .command('list')
    .description('list the imports of a product')
    .option('--product <product>', 'product of the imports: identifier (prd_…) or name (required)')
    .action(async (_: object, own: Command) => {
      const { product } = own.optsWithGlobals<{ product?: string }>()
      if (product === undefined) throw new UsageError('--product: is required')
      const { terminal, readControlData } = context()
      const imports = await readControlData(async ({ store }) => {
        const { id } = await productNamed(store, product)
        return (await everyRow((request) => store.imports.list(id, request))).filter(
          ({ status }) => status !== 'uploaded',
        )
      })
      printResult(
        terminal,
        { imports: imports.map(({ id, source, from, to, rows, status }) => ({ id, source, from, to, rows, status })) },
        table(
          terminal,
          ['ID', 'SOURCE', 'FROM', 'TO', 'ROWS', 'STATUS', 'FILE'],
          imports.map(({ id, source, from, to, rows, status, file_name }) => [
            id,
            source,
            from ?? '–',
            to ?? '–',
            rows.toLocaleString('en'),
            status,
            file_name,
          ]),
          'No import yet; begin one with `footfall import FILE --product PRODUCT`.',
        ),
      )
    })
}

export function removeImport(command: Command, context: () => Context): void {
  command
    .command('remove')
    .description('delete everything that an import added; the same file can be imported again')
    .argument('<import>', 'id of the import, such as imp_8fKq2Lr0aZ5xYw7B1c3D')
    .action(async (given: string) => {
      const current = context()
      const { data: id } = ImportId.safeParse(given)
      if (id === undefined) throw new UsageError('<import>: must be an identifier that starts with imp_')
      const record = await current.readControlData(({ store }) => store.imports.find(id))
      if (record === undefined)
        throw doesNotExist(`The import ${id}`, '`footfall import list` lists those of a product')
      await confirm(current, record)
      const { rows } = RemovedImport.parse(
        await onImports(current, `/imports/remove?${new URLSearchParams({ id })}`, (imports) => imports.remove(id)),
      )
      const text = record.status === 'removed' ? `${id} was removed before.` : `Removed ${id}: ${counted(rows, 'row')}.`
      printResult(current.terminal, { id, removed: true, rows }, text)
    })
}

/** Asks on a terminal only. */
async function confirm({ terminal, dependencies }: Context, { id, file_name, rows }: ImportRecord): Promise<void> {
  if (terminal.json || !terminal.interactive) return
  const typed = await dependencies.ask(`Remove ${id} (${file_name}) with ${counted(rows, 'row')}? [y/N] `)
  if (typed !== undefined && !isYes(typed)) throw new CommandError('Nothing was removed.')
}
