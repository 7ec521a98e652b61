import {
  DeliveryId,
  type DeliverySubject,
  Message,
  ReportId,
  type StoredReport,
  timestamp,
} from '@footfall/core-domain'
import { emailHtml, plainText, previewReport, reportsOn, webhookBody } from '@footfall/operate'
import { requestReportAsOperator } from '@footfall/operations'
import { type Command, Option } from 'commander'
import type { Context } from '../context.ts'
import { CommandError } from '../errors.ts'
import { counted } from '../numbers.ts'
import { printResult, table } from '../terminal.ts'
import { onServiceOrStores } from './service-or-stores.ts'

const FORMATS = ['text', 'html', 'json', 'slack', 'discord'] as const
type Format = (typeof FORMATS)[number]

export function reportCommands(program: Command, context: () => Context): void {
  const report = program.command('report').description('weekly and monthly reports')

  report
    .command('list')
    .description('list the reports of all products and accounts, with the last delivery of each')
    .action(async () => {
      const { terminal, readControlData } = context()
      const reports = await readControlData(async ({ store }) => {
        const all = await store.scheduledReports.all()
        const last = await store.deliveries.last(all.map(({ id }) => id))
        return all.map((each) => ({ ...listed(each), last_delivery: last.get(each.id) ?? null }))
      })
      printResult(
        terminal,
        { reports },
        table(
          terminal,
          ['ID', 'ABOUT', 'NAME', 'EVERY', 'TO', 'NEXT', 'LAST'],
          reports.map(({ id, product, account, name, every, to, next_at, last_delivery }) => [
            id,
            product ?? account ?? '',
            name,
            every,
            to,
            next_at ?? 'disabled',
            last_delivery === null ? 'never' : last_delivery.state.replaceAll('_', ' '),
          ]),
          'No report yet; an admin of a product creates one in the dashboard.',
        ),
      )
    })

  report
    .command('preview')
    .description('print what a report would show now; nothing is sent')
    .argument('<id>', 'ID from `list`')
    .addOption(new Option('--format <format>', 'how to print it').choices(FORMATS).default('text'))
    .action(async (id: string, { format }: { format: Format }) => {
      const { terminal } = context()
      const message = await previewOf(context(), id)
      printResult(terminal, message, inFormat(message, format, context()))
    })

  report
    .command('send')
    .description('send a report to all its recipients now, in addition to its schedule')
    .argument('<id>', 'ID from `list`')
    .action(async (id: string) => {
      const { terminal, changeControlData, execute } = context()
      const parsed = ReportId.safeParse(id)
      if (!parsed.success) throw unknownReport(id)
      const { recipients } = await changeControlData((control) =>
        execute(control, requestReportAsOperator, { id: parsed.data }, unknownReport(id)),
      )
      printResult(
        terminal,
        { id, requested: true, recipients },
        `The running service sends ${id} to ${counted(recipients, 'recipient')}.`,
      )
    })
}

function listed({ id, subject, name, schedule, target, due_at }: StoredReport) {
  return {
    id,
    ...aboutOf(subject),
    name,
    every: schedule.every,
    to: target.kind === 'email' ? counted(target.addresses.length, 'email') : `${target.format} webhook`,
    next_at: due_at ?? null,
  }
}

function aboutOf({ product, account }: DeliverySubject) {
  return { product: product ?? null, account: account ?? null }
}

async function previewOf(context: Context, id: string): Promise<Message> {
  const { clock } = context.dependencies
  const { baseUrl } = context.settings()
  return Message.parse(
    await onServiceOrStores(context, {
      request: ['GET', `/reports/preview?${new URLSearchParams({ id })}`],
      use: 'readControlData',
      missing: () => unknownReport(id),
      onStores: ({ store }, engine) =>
        previewReport({ store, analytics: reportsOn(engine, clock), clock, baseUrl }, id),
    }),
  )
}

function inFormat(message: Message, format: Format, { settings, dependencies }: Context): string {
  const id = DeliveryId.parse('dlv_preview')
  const delivery = { id, created_at: timestamp(dependencies.clock.now()), message }
  switch (format) {
    case 'text':
      return plainText(message).trimEnd()
    case 'html':
      return emailHtml(message, { unsubscribe: `${settings().baseUrl}/unsubscribe/preview` })
    case 'json':
      return webhookBody('generic', delivery)
    case 'slack':
    case 'discord':
      return webhookBody(format, delivery)
  }
}

function unknownReport(id: string): CommandError {
  return new CommandError(
    `The report ${id} does not exist, or has nothing to show; \`footfall report list\` lists them.`,
    'not_found',
  )
}
