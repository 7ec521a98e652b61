import { type Settings, storedSessionKeys } from '@footfall/config'
import type { Keyring } from '@footfall/core-domain'
import { describeSecrets, discardUnreadableSecrets, oldSecrets, secretCount } from '@footfall/operate'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { CommandError } from '../errors.ts'
import { printResult } from '../terminal.ts'

/** The keys of the service, which this command does not make. */
async function existingKeys(settings: Settings): Promise<Keyring> {
  const keys = await storedSessionKeys(settings)
  if (keys === undefined) throw new CommandError('No secret exists yet: the service makes one at its first start.')
  return keys
}

export function secretsCommands(program: Command, context: () => Context): void {
  const secrets = program.command('secrets').description('secrets that SESSION_SECRET encrypts in the control database')

  secrets
    .command('list')
    .description('count the secrets that still need SESSION_SECRET_PREVIOUS, and those that nothing decrypts')
    .action(async () => {
      const { terminal, dependencies, settings, readControlData } = context()
      const { random } = dependencies
      const found = await readControlData(async ({ store }) =>
        oldSecrets(store, { keys: await existingKeys(settings()), random }),
      )
      printResult(
        terminal,
        found,
        [
          `Encrypted with SESSION_SECRET_PREVIOUS: ${describeSecrets(found.previous)}.`,
          `Not decrypted by any secret: ${describeSecrets(found.unreadable)}.`,
          secretCount(found.previous) > 0 ? 'The service encrypts them again at its next start.' : undefined,
        ]
          .filter((line) => line !== undefined)
          .join('\n'),
      )
    })

  secrets
    .command('discard')
    .description('delete the secrets that nothing decrypts, so that the service can start')
    .addHelpText(
      'after',
      `
Only if the secret that encrypted them is lost. People with an authenticator app then sign in with a
recovery code, or you run \`footfall account reset-second-factor\`; Search Console is connected again, and
webhooks are entered again.`,
    )
    .action(async () => {
      const { terminal, dependencies, settings, changeControlData } = context()
      const { clock, random } = dependencies
      const discarded = await changeControlData(async (control) =>
        discardUnreadableSecrets(control, { keys: await existingKeys(settings()), clock, random }),
      )
      if (secretCount(discarded) === 0)
        throw new CommandError(
          'SESSION_SECRET or SESSION_SECRET_PREVIOUS decrypts every secret: nothing was discarded.',
        )
      printResult(terminal, { discarded }, `Gave up ${describeSecrets(discarded)}.`)
    })
}
