import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { namedProduct } from '../remote/named-product.ts'
import { printResult } from '../terminal.ts'
import { write, writtenText } from './remote-write.ts'

interface AnnotateOptions {
  readonly product: string
  readonly title: string
  readonly date?: string
  readonly note?: string
  readonly category?: string
  readonly yes?: true
}

/** Notes what happened on a day, such as a deployment; charts show it. Tokens can call the tool only on MCP. */
export function annotateCommand(program: Command, context: () => Context): void {
  program
    .command('annotate')
    .description('add a note to a day of a product of a running service, such as a deployment')
    .requiredOption('--product <product>', 'identifier (prd_…) or name')
    .requiredOption('--title <title>', 'what happened, such as “Deploy 1.4”')
    .option('--date <date>', 'day (YYYY-MM-DD); by default today in the time zone of the product')
    .option('--note <text>', 'more about it')
    .option('--category <category>', 'such as Releases')
    .option('--yes', 'execute it after its preview, without asking')
    .action(async ({ product, yes, ...given }: AnnotateOptions) => {
      const at = context()
      const service = await at.service()
      const { id } = await namedProduct(service, product)
      const annotation = service.change('service_annotations_create', { product: id, ...given })
      const written = await write(at, annotation, yes === true)
      printResult(at.terminal, written.answer, writtenText(written))
    })
}
