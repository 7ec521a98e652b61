import { z } from 'zod'
import { backupSettings, backupVariables } from './backup.ts'
import { googleSettings, googleVariables } from './google.ts'
import { httpSettings, httpVariables } from './http.ts'
import { ingestSettings, ingestVariables } from './ingest.ts'
import { limitSettings, limitVariables } from './limits.ts'
import { mailSettings, mailVariables } from './mail.ts'
import { oauthSettings, oauthVariables } from './oauth.ts'
import { oidcSettings, oidcVariables } from './oidc.ts'
import { SettingsError } from './settings-error.ts'
import { storeSettings, storeVariables } from './stores.ts'
import { telemetrySettings, telemetryVariables } from './telemetry.ts'

/**
 * Every variable with what it accepts and its default. A new setting goes into the file of its family: the
 * variable, and the field that is read from it.
 */
export const Environment = z.object({
  ...httpVariables,
  ...storeVariables,
  ...backupVariables,
  ...ingestVariables,
  ...telemetryVariables,
  ...mailVariables,
  ...limitVariables,
  ...oauthVariables,
  ...oidcVariables,
  ...googleVariables,
})

/** What the apps run with. Nothing below the apps reads the environment. */
export type Settings = Readonly<ReturnType<typeof settingsOf>>

/** Reads settings from environment variables; an empty variable counts as absent. Throws `SettingsError`. */
export function parseSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(present)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new SettingsError(String(issue?.path[0] ?? 'The environment'), issue?.message ?? 'is not valid')
  }
  return settingsOf(parsed.data)
}

function settingsOf(env: z.output<typeof Environment>) {
  return {
    ...httpSettings(env),
    ...storeSettings(env),
    ...backupSettings(env),
    ...ingestSettings(env),
    ...telemetrySettings(env),
    ...mailSettings(env),
    ...limitSettings(env),
    ...oauthSettings(env),
    ...oidcSettings(env),
    ...googleSettings(env),
  }
}
