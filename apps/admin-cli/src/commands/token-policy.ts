import { TokenPolicy } from '@footfall/core-domain'
import { setTokenPolicyAsOperator } from '@footfall/operations'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { accountByEmail } from '../lookup.ts'
import { printResult } from '../terminal.ts'

interface SetOptions {
  readonly account: string
  readonly maxDays?: string
  readonly requireExpiry?: boolean
}

/** Commands on what an account demands of new tokens and keys. */
export function tokenPolicyCommands(token: Command, context: () => Context): void {
  const policy = token.command('policy').description('the rules of an account for its new tokens and keys')

  policy
    .command('show')
    .description('show the token policy of an account')
    .requiredOption('--account <email>', 'email of the account')
    .action(async ({ account }: { account: string }) => {
      const { terminal, readControlData } = context()
      const found = await readControlData(async ({ store }) =>
        store.tokenPolicies.find((await accountByEmail(store, account)).id),
      )
      printResult(terminal, { policy: found }, inWords(found))
    })

  policy
    .command('set')
    .description('change the token policy of an account; existing tokens and keys keep their expiry')
    .requiredOption('--account <email>', 'email of the account')
    .option('--max-days <days>', 'longest lifetime, 1 to 3650; or “none”')
    .option('--require-expiry', 'reject those that do not expire')
    .option('--no-require-expiry', 'allow those that do not expire')
    .action(async ({ account: email, maxDays, requireExpiry }: SetOptions) => {
      const { terminal, changeControlData, execute } = context()
      if (maxDays === undefined && requireExpiry === undefined)
        throw new UsageError('`footfall token policy set` needs --max-days or --require-expiry')
      const given = {
        max_lifetime_days: maxDays === undefined ? undefined : daysOf(maxDays),
        require_expiry: requireExpiry,
      }
      const changed = await changeControlData(async (control) => {
        const { id } = await accountByEmail(control.store, email)
        const unchanged = `The token policy of ${email} is like that already.`
        return execute(control, setTokenPolicyAsOperator, { account: id, given }, unchanged)
      })
      printResult(terminal, { policy: changed }, inWords(changed))
    })
}

function daysOf(text: string): number | null {
  if (text === 'none') return null
  const { data, error } = TokenPolicy.shape.max_lifetime_days.safeParse(text.trim() === '' ? Number.NaN : Number(text))
  if (data === undefined) throw new UsageError(`--max-days: ${error?.issues[0]?.message}`)
  return data
}

function inWords({ max_lifetime_days: days, require_expiry: required }: TokenPolicy): string {
  const life = days === null ? 'for any time' : `for at most ${days === 1 ? '1 day' : `${days} days`}`
  return `New tokens and keys live ${life}${days === null ? (required ? ', with an end' : ', also without an end') : ''}.`
}
