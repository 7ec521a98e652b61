import { GEO_PROVIDERS, type GeoProvider, GeoUpdateFailed, geoSource, updateGeoDatabase } from '@footfall/operate'
import { type Command, Option } from 'commander'
import type { Context } from '../context.ts'
import { asCommandError, CommandError } from '../errors.ts'
import { printResult } from '../terminal.ts'

interface UpdateOptions {
  readonly provider: GeoProvider
  readonly url?: string
}

export function geoCommands(program: Command, context: () => Context): void {
  program
    .command('geo')
    .description('the geo database')
    .command('update')
    .description('download a city database, check it, and replace the file that GEO_DATABASE names')
    .addOption(
      new Option('--provider <provider>', 'DB-IP City Lite, or MaxMind GeoLite2 City')
        .choices(GEO_PROVIDERS)
        .default(GEO_PROVIDERS[0]),
    )
    .option('--url <url>', 'download from here instead')
    .addHelpText('after', MAXMIND_HELP)
    .action(async ({ provider, url }: UpdateOptions) => {
      const { terminal, dependencies, settings } = context()
      const { geoDatabase: path, maxMind } = settings()
      if (path === undefined)
        throw new CommandError('GEO_DATABASE is not set: set it to the path of the file, for the service too.')
      const now = dependencies.clock.now()
      const { type, builtAt, bytes, replaced } = await asCommandError(
        GeoUpdateFailed,
        async () => updateGeoDatabase({ path, source: geoSource({ provider, url, maxMind, now }), now }),
        (reason) => `The geo database was not updated: ${reason}.`,
      )
      const built = builtAt.toISOString()
      const text = replaced
        ? `${path} is now ${type}, built on ${built.slice(0, 10)}. A running service reads it within 30 seconds.`
        : `${path} is already the ${type} that was built on ${built.slice(0, 10)}.`
      printResult(terminal, { path, type, built_at: built, bytes, replaced }, text)
    })
}

const MAXMIND_HELP = `
MaxMind requires an account: set MAXMIND_ACCOUNT_ID and MAXMIND_LICENSE_KEY.`
