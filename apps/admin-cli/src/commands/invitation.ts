import { invitationLinks } from '@footfall/accounts'
import { MemberId } from '@footfall/core-domain'
import { sessionKey } from '@footfall/runtime'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { answer } from '../terminal.ts'

export function invitationCommands(program: Command, context: () => Context): void {
  const invitation = program.command('invitation').description('people who are invited to a product')

  invitation
    .command('link')
    .description('print the link by which an invited person joins; hand it to that person alone')
    .argument('<id>', 'of the member, mbr_…, as the list of members and the log show it')
    .action(async (id: string) => {
      const { terminal, world, settings, withControlData } = context()
      const { clock, random } = world
      const { baseUrl } = settings()
      const key = await sessionKey(settings(), random)
      const found = await withControlData(async ({ store }) => {
        const member = MemberId.safeParse(id)
        return member.success ? invitationLinks({ store, clock, key, baseUrl })(member.data) : undefined
      })
      if (found === undefined)
        throw new Refusal(`There is no open invitation ${id}: it was accepted, taken back, or has run out.`)
      const link = found.url.reveal()
      answer(
        terminal,
        { member: id, email: found.email, link, expires_at: found.expires_at },
        `${link}\n\nFor ${found.email}, until ${found.expires_at}.`,
      )
    })
}
