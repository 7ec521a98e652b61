import { invitationLinks } from '@footfall/accounts'
import { sessionKey } from '@footfall/config'
import { MemberId } from '@footfall/core-domain'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { recordOperatorAct } from '../operator-entry.ts'
import { Refusal } from '../refusal.ts'
import { answer } from '../terminal.ts'

export function invitationCommands(program: Command, context: () => Context): void {
  const invitation = program.command('invitation').description('people who are invited to a product')

  invitation
    .command('link')
    .description('print the link by which an invited person joins; hand it to that person alone')
    .argument('<id>', 'of the member, mbr_…, as the list of members and the log show it')
    .action(async (id: string) => {
      const { terminal, world, settings, changeControlData } = context()
      const { clock, random } = world
      const { baseUrl } = settings()
      const found = await changeControlData(async ({ store }) => {
        const member = MemberId.safeParse(id)
        const key = await sessionKey(settings(), random)
        return store.transaction(async (tx) => {
          const linkOf = invitationLinks({ store: tx.store, clock, key, baseUrl })
          const made = member.success ? await linkOf(member.data) : undefined
          const invitation = member.success ? await tx.store.members.findInvitation(member.data) : undefined
          if (made === undefined || invitation === undefined)
            throw new Refusal(`There is no open invitation ${id}: it was accepted, taken back, or has run out.`)
          await recordOperatorAct(tx, world, {
            operation: 'invitation link',
            product: invitation.product.id,
            subject: id,
            summary: `Print the link of the invitation of ${invitation.email} to “${invitation.product.name}”.`,
            changes: [],
          })
          return made
        })
      })
      const link = found.url.reveal()
      answer(
        terminal,
        { member: id, email: found.email, link, expires_at: found.expires_at },
        `${link}\n\nFor ${found.email}, until ${found.expires_at}.`,
      )
    })
}
