import { type ProductId, VisitorName } from '@footfall/core-domain'
import { createVisitorData, ErasedVisitor, type VisitorData, VisitorEvents } from '@footfall/operate'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { noProduct, UsageError } from '../errors.ts'
import { counted } from '../numbers.ts'
import { printResult } from '../terminal.ts'
import { idOfProduct, onServiceOrStores } from './service-or-stores.ts'

interface VisitorOptions {
  readonly product: string
  readonly visitor: string
}

export function visitorCommands(program: Command, context: () => Context): void {
  const visitor = program.command('visitor').description('the data of one identified visitor')
  const forVisitor = (name: string, description: string) =>
    visitor
      .command(name)
      .description(description)
      .requiredOption('--product <product>', 'product whose visitor it is: identifier (prd_…) or name')
      .requiredOption('--visitor <name>', 'the name that the site passed to identify, or that an imported file has')

  forVisitor('erase', 'delete all events of the visits of a visitor, for good').action(
    async (asked: VisitorOptions) => {
      const { terminal } = context()
      const erased = ErasedVisitor.parse(
        await onVisitors(context(), asked, ['POST', '/visitors/erase'], (own, product) =>
          own.erase(product, asked.visitor),
        ),
      )
      const { events, visits } = erased
      const text =
        events === 0
          ? 'No event of this visitor is stored. Earlier events of this visitor that arrive later are deleted.'
          : `Erased ${counted(events, 'event')} of ${counted(visits, 'visit')}.`
      printResult(terminal, erased, text)
    },
  )

  forVisitor('export', 'print all events of the visits of a visitor, as NDJSON').action(
    async (asked: VisitorOptions) => {
      const { terminal } = context()
      const { events } = VisitorEvents.parse(
        await onVisitors(context(), asked, ['GET', '/visitors/events'], async (own, product) => ({
          events: await own.events(product, asked.visitor),
        })),
      )
      printResult(terminal, { events }, events.map((event) => JSON.stringify(event)).join('\n'))
    },
  )
}

async function onVisitors(
  context: Context,
  { product: given, visitor }: VisitorOptions,
  [method, path]: readonly ['GET' | 'POST', string],
  work: (visitors: VisitorData, product: ProductId) => Promise<unknown>,
): Promise<unknown> {
  const [issue] = VisitorName.safeParse(visitor).error?.issues ?? []
  if (issue !== undefined) throw new UsageError(`--visitor: ${issue.message}`)
  const { clock, random } = context.dependencies
  const product = await idOfProduct(context, given)
  return onServiceOrStores(context, {
    request: [method, `${path}?${new URLSearchParams({ product, visitor })}`],
    use: method === 'GET' ? 'readControlData' : 'changeControlData',
    missing: () => noProduct(product),
    onStores: ({ store }, engine) => work(createVisitorData({ store, engine, clock, random }), product),
  })
}
