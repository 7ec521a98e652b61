import { z } from 'zod'
import { type GoogleSettings, googleSettings, googleVariables } from './google.ts'
import { type HttpSettings, httpSettings, httpVariables } from './http.ts'
import { type IngestSettings, ingestSettings, ingestVariables } from './ingest.ts'
import { type LimitSettings, limitSettings, limitVariables } from './limits.ts'
import { type MailSettings, mailSettings, mailVariables } from './mail.ts'
import { type OAuthSettings, oauthSettings, oauthVariables } from './oauth.ts'
import { SettingsError } from './settings-error.ts'
import { type StoreSettings, storeSettings, storeVariables } from './stores.ts'
import { type TelemetrySettings, telemetrySettings, telemetryVariables } from './telemetry.ts'

/**
 * Every variable with what it accepts and its default. A new setting goes into the file of its family: the variable, the
 * field of the settings, and the line that reads one from the other.
 */
export const Environment = z.object({
  ...httpVariables,
  ...storeVariables,
  ...ingestVariables,
  ...telemetryVariables,
  ...mailVariables,
  ...limitVariables,
  ...oauthVariables,
  ...googleVariables,
})

/** What the apps run with. Nothing below the apps reads the environment. */
export interface Settings
  extends HttpSettings,
    StoreSettings,
    IngestSettings,
    TelemetrySettings,
    MailSettings,
    LimitSettings,
    OAuthSettings {
  readonly google: GoogleSettings | undefined
}

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
  const env = parsed.data
  return {
    ...httpSettings(env),
    ...storeSettings(env),
    ...ingestSettings(env),
    ...telemetrySettings(env),
    ...mailSettings(env),
    ...limitSettings(env),
    ...oauthSettings(env),
    ...googleSettings(env),
  }
}
