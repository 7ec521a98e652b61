import { z } from 'zod'
import { commaList, flag, type Values, wholeNumber } from './fields.ts'
import { SettingsError } from './settings-error.ts'

export const oauthVariables = {
  /** Set by the platform, not a setting of ours. */
  NODE_ENV: z.string().optional(),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SESSION_SECRET_PREVIOUS: z.string().min(32, 'must have at least 32 characters').optional(),
  REQUIRE_SECOND_FACTOR: flag.default(false),
  DEV_CLIENT_METADATA_HOSTS: commaList(
    /^(\[[0-9a-f:]+\]|[a-z0-9.-]+):\d{1,5}$/i,
    'must be a comma list of host:port',
  ).default([]),
  REFRESH_REUSE_GRACE_SECONDS: wholeNumber(0, 300).default(0),
}

export function oauthSettings(env: Values<typeof oauthVariables>) {
  if (env.NODE_ENV === 'production' && env.DEV_CLIENT_METADATA_HOSTS.length > 0)
    throw new SettingsError('DEV_CLIENT_METADATA_HOSTS', 'must not be set when NODE_ENV is production')
  if (env.SESSION_SECRET_PREVIOUS !== undefined && env.SESSION_SECRET_PREVIOUS === env.SESSION_SECRET)
    throw new SettingsError('SESSION_SECRET_PREVIOUS', 'is the same as SESSION_SECRET; unset it')
  return {
    /** Key of the session hashes; undefined where it is generated and kept in `dataDir`. */
    sessionSecret: env.SESSION_SECRET,
    /** Accepted besides it while it is replaced. */
    previousSessionSecret: env.SESSION_SECRET_PREVIOUS,
    /** Whether people may do nothing without a second factor. */
    requireSecondFactor: env.REQUIRE_SECOND_FACTOR,
    oauth: {
      /** `host:port` whose client metadata documents are fetched from any address and port; never in production. */
      devClientMetadataHosts: env.DEV_CLIENT_METADATA_HOSTS,
      /** For how long a client may present a rotated refresh token again when two of its requests race. */
      reuseGraceSeconds: env.REFRESH_REUSE_GRACE_SECONDS,
    },
  }
}
