import { invitationLinks } from '@footfall/accounts'
import { sessionKeys } from '@footfall/config'
import { MemberId } from '@footfall/core-domain'
import { printInvitationLink } from '@footfall/operations'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { CommandError } from '../errors.ts'
import { printResult } from '../terminal.ts'

export function invitationCommands(program: Command, context: () => Context): void {
  const invitation = program.command('invitation').description('invitations to a product')

  invitation
    .command('link')
    .description('print the link by which an invited person joins; give it to that person only')
    .argument('<id>', 'id of the member (mbr_…), as in the list of members and in the log')
    .action(async (id: string) => {
      const { terminal, dependencies, settings, changeControlData, execute } = context()
      const { clock, random } = dependencies
      const { baseUrl } = settings()
      const link = await changeControlData(async (control) => {
        const notOpen = new CommandError(
          `The invitation ${id} is not open: it was accepted, withdrawn, or has expired.`,
          'not_found',
        )
        const member = MemberId.safeParse(id)
        if (!member.success) throw notOpen
        const key = await sessionKeys(settings(), random)
        return execute(
          control,
          printInvitationLink,
          {
            member: member.data,
            linkOf: (store, invited) => invitationLinks({ store, clock, key, baseUrl })(invited),
          },
          notOpen,
        )
      })
      const url = link.url.reveal()
      printResult(
        terminal,
        { member: id, email: link.email, link: url, expires_at: link.expires_at },
        `${url}\n\nFor ${link.email}, until ${link.expires_at}.`,
      )
    })
}
