import { AccountToken, Member, ProductId, Timestamp, TimeZone } from '@footfall/core-domain'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { CommandError, UsageError } from '../errors.ts'
import type { OwnedToken } from '../lookup.ts'
import { type OptionNames, ServiceUnreachable } from '../remote/errors.ts'
import { namedProduct } from '../remote/named-product.ts'
import { type GivenFields, inputOf, operationNamed } from '../remote/operations.ts'
import type { RemoteService } from '../remote/remote-service.ts'
import { printResult } from '../terminal.ts'
import { write, writtenText } from './remote-write.ts'

/** What the list of products prints. */
const ListedProduct = z.looseObject({ id: ProductId, name: z.string(), timezone: TimeZone, created_at: Timestamp })

export async function remoteProducts(service: RemoteService) {
  return parsed(service, ListedProduct, await service.items('service_products_list'))
}

export async function remoteMembers(service: RemoteService, product: string) {
  const { id } = await namedProduct(service, product)
  return parsed(service, Member, await service.items('service_team_list', { product: id }))
}

/** The token of the caller and those below it. */
export async function remoteTokens(service: RemoteService): Promise<readonly OwnedToken[]> {
  const tokens = parsed(service, AccountToken, await service.items('service_tokens_list'))
  return tokens.map((token) => ({ account: 'this account', ...token }))
}

export async function remoteToken(service: RemoteService, id: string): Promise<AccountToken> {
  const { account: _, ...token } = (await remoteTokens(service)).find((each) => each.id === id) ?? {
    account: '',
    id: undefined,
  }
  if (token.id === undefined) throw unreachedToken(id)
  return token
}

export function unreachedToken(id: string): CommandError {
  return new CommandError(
    `${id} is neither this token nor one below it; \`footfall token list\` lists them.`,
    'not_found',
  )
}

/** Throws `UsageError`: a token reaches only its own account. */
export function assertNoAccount(account: string | undefined): void {
  if (account !== undefined)
    throw new UsageError('--account: a token reaches only its own account; leave this out with --server')
}

/** Shows, confirms and executes a write by its name. */
export async function remoteWrite(
  context: Context,
  service: RemoteService,
  operation: string,
  given: GivenFields,
  body: unknown,
  yes: true | undefined,
  options?: OptionNames,
): Promise<void> {
  const change = service.change(operation, inputOf(operationNamed(operation), given, body), options)
  const written = await write(context, change, yes === true)
  printResult(context.terminal, written.answer, writtenText(written))
}

function parsed<T>({ server }: RemoteService, schema: z.ZodType<T>, items: readonly unknown[]): T[] {
  return items.map((item) => {
    const read = schema.safeParse(item)
    if (!read.success)
      throw new ServiceUnreachable(
        'invalid_response',
        `${server} does not answer as this version of Footfall does; update the command line.`,
      )
    return read.data
  })
}
