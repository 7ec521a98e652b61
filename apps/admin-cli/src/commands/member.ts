import { type Member, type ProductId, Role, type Store } from '@footfall/core-domain'
import { setMemberRoleAsOperator } from '@footfall/operations'
import { type Command, Option } from 'commander'
import type { Context } from '../context.ts'
import { CommandRefused } from '../errors.ts'
import { productById } from '../lookup.ts'
import { printResult, table } from '../terminal.ts'

const PAGE = 200

export function memberCommands(program: Command, context: () => Context): void {
  const member = program.command('member').description('members of products and their roles')

  member
    .command('list')
    .description('list the members of a product, invited ones included')
    .requiredOption('--product <id>', 'product identifier (prd_…)')
    .action(async ({ product }: { product: string }) => {
      const { terminal, readControlData } = context()
      const members = await readControlData(async ({ store }) =>
        membersOf(store, (await productById(store, product)).id),
      )
      printResult(
        terminal,
        { members },
        table(
          terminal,
          ['ID', 'EMAIL', 'NAME', 'ROLE', 'STATUS', 'SINCE'],
          members.map(({ id, email, name, role, status, joined_at, invited_at }) => [
            id,
            email,
            name ?? '',
            role,
            status,
            joined_at ?? invited_at ?? '',
          ]),
          'The product has no members.',
        ),
      )
    })

  member
    .command('set-role')
    .description('change the role of a member, for example to replace an owner who cannot sign in any more')
    .requiredOption('--product <id>', 'product identifier (prd_…)')
    .requiredOption('--email <email>', 'email of the member')
    .addOption(new Option('--role <role>', 'the new role').choices(Role.options).makeOptionMandatory())
    .action(async ({ product: id, email, role }: { product: string; email: string; role: Role }) => {
      const { terminal, changeControlData, execute } = context()
      await changeControlData(async (control) => {
        const product = await productById(control.store, id)
        const address = email.trim().toLowerCase()
        if ((await control.store.members.findByEmail(product.id, address)) === undefined)
          throw new CommandRefused(`${email} is no member of ${id}; \`footfall member list\` lists them.`)
        const change = { product, email: address, role }
        return execute(control, setMemberRoleAsOperator, change, `${email} has the role ${role} already.`)
      })
      printResult(terminal, { product: id, email, role }, `${email} is ${role} of ${id}.`)
    })
}

async function membersOf(store: Store, product: ProductId): Promise<readonly Member[]> {
  const members: Member[] = []
  let page = await store.members.list(product, { limit: PAGE })
  members.push(...page.rows)
  while (page.next !== undefined) {
    page = await store.members.list(product, { limit: PAGE, after: page.next })
    members.push(...page.rows)
  }
  return members
}
