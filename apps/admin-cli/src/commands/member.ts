import { everyRow, Role } from '@footfall/core-domain'
import { setMemberRoleAsOperator } from '@footfall/operations'
import { type Command, Option } from 'commander'
import type { Context } from '../context.ts'
import { CommandError } from '../errors.ts'
import { productNamed } from '../lookup.ts'
import { printResult, table } from '../terminal.ts'
import { remoteMembers } from './remote-lists.ts'

export function memberCommands(program: Command, context: () => Context): void {
  const member = program.command('member').description('members of products and their roles')

  member
    .command('list')
    .description('list the members of a product, including people who are invited')
    .requiredOption('--product <product>', 'identifier (prd_…) or name of the product')
    .action(async ({ product }: { product: string }) => {
      const { terminal, readControlData, remote } = context()
      const service = await remote()
      const members = service
        ? await remoteMembers(service, product)
        : await readControlData(async ({ store }) => {
            const { id } = await productNamed(store, product)
            return everyRow((request) => store.members.list(id, request))
          })
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
    .description('change the role of a member, for example to replace an owner who can no longer sign in')
    .requiredOption('--product <product>', 'identifier (prd_…) or name of the product')
    .requiredOption('--email <email>', 'email of the member')
    .addOption(new Option('--role <role>', 'the new role').choices(Role.options).makeOptionMandatory())
    .action(async ({ product: given, email, role }: { product: string; email: string; role: Role }) => {
      const { terminal, changeControlData, execute } = context()
      const { id } = await changeControlData(async (control) => {
        const product = await productNamed(control.store, given)
        const address = email.trim().toLowerCase()
        if ((await control.store.members.findByEmail(product.id, address)) === undefined)
          throw new CommandError(`${email} is not a member of ${given}; \`footfall member list\` lists them.`)
        const change = { product, email: address, role }
        await execute(control, setMemberRoleAsOperator, change, `${email} has the role ${role} already.`)
        return product
      })
      printResult(terminal, { product: id, email, role }, `${email} is ${role} of ${id}.`)
    })
}
