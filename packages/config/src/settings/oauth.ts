import { AccountId } from '@footfall/core-domain'
import { z } from 'zod'
import { commaSeparated, flag, hostAndPortList, type Values, wholeNumber } from './fields.ts'
import { SettingsError } from './settings-error.ts'

const secret = z.string().min(32, 'must have at least 32 characters')

/** Ids and not addresses: an account can get another address, and somebody else the one that it had. */
const accountList = z
  .string()
  .default('')
  .transform((text, context) => {
    const parsed = z
      .array(AccountId)
      .max(100)
      .safeParse(text === '' ? [] : commaSeparated(text))
    if (parsed.success) return parsed.data
    context.addIssue('must be a comma list of account ids, such as acc_… of `footfall account list`')
    return z.NEVER
  })

export const oauthVariables = {
  /** Set by the platform, not a setting of ours. */
  NODE_ENV: z.string().optional(),
  SESSION_SECRET: secret.optional(),
  SESSION_SECRET_PREVIOUS: secret.optional(),
  REQUIRE_SECOND_FACTOR: flag.default(false),
  OPERATOR_ACCOUNTS: accountList,
  DEV_CLIENT_METADATA_HOSTS: hostAndPortList,
  ISSUER_PRIVATE_HOSTS: hostAndPortList,
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
    /** Also accepted, while it is being replaced. */
    previousSessionSecret: env.SESSION_SECRET_PREVIOUS,
    /** Whether everybody needs a second factor. */
    requireSecondFactor: env.REQUIRE_SECOND_FACTOR,
    /** The accounts whose people see `/status`. */
    operatorAccounts: env.OPERATOR_ACCOUNTS,
    oauth: {
      /** `host:port` of issuers of workload identity that may have private addresses. */
      issuerPrivateHosts: env.ISSUER_PRIVATE_HOSTS,
      /** `host:port` whose client metadata documents are fetched from any address and port; never in production. */
      devClientMetadataHosts: env.DEV_CLIENT_METADATA_HOSTS,
      /** For how long a client may present a rotated refresh token again when two of its requests race. */
      reuseGraceSeconds: env.REFRESH_REUSE_GRACE_SECONDS,
    },
  }
}
