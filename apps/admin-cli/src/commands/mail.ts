import type { OutboxEntry } from '@footfall/core-domain'
import { linkCommand, mailKind } from '@footfall/operate'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { doesNotExist } from '../errors.ts'
import { upToThousand } from '../numbers.ts'
import { printResult, table } from '../terminal.ts'

export function mailCommands(program: Command, context: () => Context): void {
  const mail = program.command('mail').description('emails of the service; without SMTP_URL, you pass them on')

  mail
    .command('list')
    .description('list the emails of the last 30 days, newest first')
    .option('--limit <count>', 'how many to list, 1 to 1000', upToThousand, 50)
    .action(async ({ limit }: { limit: number }) => {
      const { terminal, readControlData } = context()
      const mails = await readControlData(({ store }) => store.outbox.list(limit))
      printResult(
        terminal,
        { mails: mails.map(entryJson) },
        table(
          terminal,
          ['ID', 'STATE', 'KIND', 'TO', 'SUBJECT', 'CREATED'],
          mails.map((each) => [each.id, stateOf(each), mailKind(each), each.to, each.subject, each.created_at]),
          'No email.',
        ),
      )
    })

  mail
    .command('show')
    .description('print one email')
    .argument('<id>', 'ID from `list`, or `mail` of the line in the log')
    .action(async (id: string) => {
      const { terminal, readControlData } = context()
      const found = await readControlData(({ store }) => store.outbox.find(id))
      if (found === undefined)
        throw doesNotExist(`The email ${id}`, '`footfall mail list` lists those of the last 30 days')
      printResult(terminal, { ...entryJson(found), text: found.text }, mailText(found))
    })
}

function stateOf({ delivered_at, problem }: OutboxEntry): 'waiting' | 'sent' | 'not_sent' {
  if (delivered_at === null) return 'waiting'
  return problem === null ? 'sent' : 'not_sent'
}

/** An email as JSON, always with every key; absent values are null. */
function entryJson(mail: OutboxEntry) {
  const { id, to, subject, created_at, delivered_at, attempts, problem } = mail
  const times = { created_at, delivered_at }
  const link_command = linkCommand(mail) ?? null
  return { id, state: stateOf(mail), kind: mailKind(mail), to, subject, ...times, attempts, problem, link_command }
}

function mailText(mail: OutboxEntry): string {
  const command = linkCommand(mail)
  return [
    `To: ${mail.to}`,
    `Subject: ${mail.subject}`,
    `State: ${stateOf(mail)}${mail.problem === null ? '' : ` (${mail.problem})`}`,
    '',
    mail.text.trimEnd(),
    ...(command === undefined ? [] : ['', `The link is not stored. It is printed by: ${command}`]),
  ].join('\n')
}
