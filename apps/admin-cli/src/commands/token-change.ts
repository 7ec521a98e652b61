import { AccountToken, TOOLSETS } from '@footfall/core-domain'
import {
  editTokenAsOperator,
  replaceTokenAsOperator,
  shrinkTokenAsOperator,
  type TokenChange,
} from '@footfall/operations'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { namingOptions, UsageError } from '../errors.ts'
import { tokenById } from '../lookup.ts'
import { upToThousand } from '../numbers.ts'
import { printResult } from '../terminal.ts'
import { auditLines, entryJson } from './audit.ts'
import { knownNetworks, knownToolsets } from './token-limits.ts'
import { expiry, knownScopes, optionOf, selection } from './token-options.ts'

interface EditOptions {
  readonly name?: string
  readonly scopes?: string
  readonly products?: string
  readonly expires?: string
  readonly readOnly?: boolean
  readonly toolsets?: string
  readonly previewFirst?: boolean
  readonly approval?: boolean
  readonly networks?: string
}

/** Commands that change an existing token, and the one that lists its changes. */
export function tokenChangeCommands(token: Command, context: () => Context): void {
  token
    .command('edit')
    .description(
      'change an active token; every change except to the name or to more networks disables what it has issued',
    )
    .argument('<id>', 'ID from `list`')
    .option('--name <name>', 'its new name')
    .option('--scopes <scopes>', 'all of its scopes from now on, comma-separated')
    .option('--products <products>', '“all”, or comma-separated product identifiers')
    .option('--expires <duration>', 'lifetime from now such as 12h, 90d or 1y, or “never”')
    .option('--read-only', 'reject every change')
    .option('--no-read-only', 'allow changes')
    .option('--toolsets <groups>', `only these tool groups, comma-separated: ${TOOLSETS.join(',')}; or “all”`)
    .option('--preview-first', 'reject a change without a preview of it in the last ten minutes')
    .option('--no-preview-first', 'allow a change without a preview')
    .option('--approval', 'let each confirmed change wait until a person approves it')
    .option('--no-approval', 'execute a confirmed change at once')
    .option('--networks <networks>', 'accept it from these networks only, comma-separated; or “all”')
    .action(async (id: string, options: EditOptions) => {
      const { terminal, dependencies, changeControlData, execute } = context()
      const given = changeOf(options, dependencies.clock)
      const token = await changeControlData(async (control) => {
        const { token: found } = await tokenById(control.store, id)
        const placeOf = optionOf(given.products)
        return namingOptions(
          (path) => (path === 'token_id' ? id : placeOf(path)),
          () => execute(control, editTokenAsOperator, { id: found.id, given }, `${id} is like that already.`),
        )
      })
      printResult(terminal, { token }, `Changed ${id}.`)
    })

  token
    .command('replace')
    .description('replace the secret of an active token; the new one is printed once, the old one stops working')
    .argument('<id>', 'ID from `list`')
    .action(async (id: string) => {
      const { terminal, changeControlData, execute } = context()
      const replaced = await changeControlData(async (control) => {
        const { token: found } = await tokenById(control.store, id)
        return namingOptions(
          () => id,
          () => execute(control, replaceTokenAsOperator, { id: found.id }),
        )
      })
      const secret = replaced.secret.reveal()
      printResult(
        terminal,
        { token: replaced.token, secret },
        `Replaced the secret of ${id}.\nSecret (shown this once): ${secret}`,
      )
    })

  token
    .command('shrink')
    .description(
      'remove the scopes that an active token does not use; prints a new secret once; the old one and everything the token issued stop working',
    )
    .argument('<id>', 'ID from `list`')
    .option('--scopes <scopes>', 'scopes to keep, comma-separated; by default those used in the last 30 days')
    .action(async (id: string, { scopes }: { scopes?: string }) => {
      const { terminal, changeControlData, execute } = context()
      const kept = scopes === undefined ? undefined : knownScopes(scopes)
      const shrunk = await changeControlData(async (control) => {
        const { token: found } = await tokenById(control.store, id)
        return namingOptions(
          (path) => (path === 'scopes' ? '--scopes' : id),
          () => execute(control, shrinkTokenAsOperator, { id: found.id, scopes: kept }),
        )
      })
      const secret = shrunk.secret.reveal()
      printResult(
        terminal,
        { token: shrunk.token, secret },
        `Shrunk ${id} to ${shrunk.token.scopes.join(', ')}.\nSecret (shown this once): ${secret}`,
      )
    })

  token
    .command('audit')
    .description('list changes by a token, by its descendants and to it, newest first')
    .argument('<id>', 'ID from `list`')
    .option('--limit <count>', 'how many to list, 1 to 1000', upToThousand, 50)
    .action(async (id: string, { limit }: { limit: number }) => {
      const { terminal, readControlData } = context()
      const entries = await readControlData(async ({ store }) => {
        const { token: found } = await tokenById(store, id)
        return (await store.audit.pageForToken(found.id, { limit })).rows
      })
      printResult(terminal, { entries: entries.map(entryJson) }, auditLines(entries, terminal.columns))
    })
}

/** Throws `UsageError` without any option, and for invalid values. */
function changeOf(options: EditOptions, clock: Parameters<typeof expiry>[1]): TokenChange {
  const { name, scopes, products, expires, readOnly, toolsets, previewFirst, approval, networks } = options
  if (Object.keys(options).length === 0) throw new UsageError('`footfall token edit` needs at least one option')
  return {
    name: name === undefined ? undefined : checkedName(name),
    scopes: scopes === undefined ? undefined : knownScopes(scopes),
    products: products === undefined ? undefined : selection(products),
    expires_at: expires === undefined ? undefined : expires === 'never' ? null : expiry(expires, clock),
    read_only: readOnly,
    toolsets: toolsets === undefined ? undefined : toolsets === 'all' ? null : knownToolsets(toolsets),
    preview_first: previewFirst,
    approval,
    allowed_networks: networks === undefined ? undefined : networks === 'all' ? [] : knownNetworks(networks),
  }
}

function checkedName(text: string): string {
  const { data, error } = AccountToken.shape.name.safeParse(text)
  if (data === undefined) throw new UsageError(`--name: ${error?.issues[0]?.message}`)
  return data
}
