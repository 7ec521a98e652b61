import { NotFound } from '@footfall/core-domain'
import { parseWriteInput } from '@footfall/kernel'
import type { AccountPrincipal } from '@footfall/scopes-policy'
import type { OtherWrites } from '../definition/call.ts'
import type { Executable, ExecutableWrite } from '../definition/operation.ts'
import { authorize } from './authorize.ts'
import { assertSignedInRecently } from './recent-sign-in.ts'

/** A tool is only for agents if people have a separate operation; people still approve and undo it. */
function decidedBy(principal: AccountPrincipal, write: ExecutableWrite): ExecutableWrite {
  if (principal.kind !== 'session') return write
  return { ...write, allowedPrincipals: new Set([...write.allowedPrincipals, 'session']) }
}

/** The writes of the service by their names, for operations that plan another one. */
export function createOtherWrites(operations: readonly Executable[]): OtherWrites {
  const writes = new Map(
    operations.flatMap((operation): [string, ExecutableWrite][] =>
      operation.kind === 'write' ? [[operation.name, operation]] : [],
    ),
  )
  return {
    find: (name) => writes.get(name),

    async authorize(call, principal, { operation: name, product, input }, channel) {
      const write = writes.get(name)
      if (write === undefined) throw new NotFound()
      const path = product === undefined ? {} : { product }
      const { reached } = await authorize(
        decidedBy(principal, write),
        principal,
        { path, query: {} },
        call.store,
        channel,
      )
      await assertSignedInRecently(write, principal, call, call.sessions)
      const acting = { ...call, principal, account: principal.account }
      const plan = async (input: unknown) => {
        if (write.product === 'none') return write.plan(acting, input)
        if (reached?.product.role === undefined) throw new NotFound()
        return write.plan({ ...acting, product: reached.product }, input)
      }
      return {
        plan: () => plan(input),
        planOf: (given, body) => plan(parseWriteInput(write, { path: given, query: {}, body: () => body })),
      }
    },
  }
}
