import { z } from 'zod'
import { flag, nonEmptyText, serviceUrl, type Values } from './fields.ts'
import { SettingsError } from './settings-error.ts'

/** The client secret and codes are sent there, so plain HTTP is accepted only within one's own network. */
const issuer = serviceUrl(/^https?$/, 'https://login.example.com').refine(
  isHttpsOrOwnNetwork,
  'must be https, unless it is in your own network',
)

export const oidcVariables = {
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: nonEmptyText.optional(),
  OIDC_CLIENT_SECRET: nonEmptyText.optional(),
  OIDC_NAME: z.string().trim().min(1).max(60).optional(),
  OIDC_SCOPES: z.string().default('openid email profile'),
  OIDC_CREATE_ACCOUNTS: flag.default(false),
  OIDC_TRUST_EMAIL: flag.default(false),
  OIDC_ONLY: flag.default(false),
}

/** This service as a client of an OpenID provider, with which people sign in. */
export interface OidcSettings {
  readonly issuer: string
  readonly client: { readonly id: string; readonly secret: string }
  /** What people call the provider. */
  readonly name: string
  readonly scopes: readonly string[]
  /** Whether a person without an account gets one. */
  readonly createAccounts: boolean
  /** Whether an address counts as verified where the provider does not say. */
  readonly trustEmail: boolean
  /** Whether nobody signs in with a password. */
  readonly only: boolean
}

/** `oidc` is undefined if people only sign in with passwords. */
export function oidcSettings(env: Values<typeof oidcVariables>): { readonly oidc: OidcSettings | undefined } {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret } = env
  if (issuer === undefined) {
    assertNothingElse(env)
    return { oidc: undefined }
  }
  if (id === undefined) throw new SettingsError('OIDC_CLIENT_ID', 'is required with OIDC_ISSUER')
  if (secret === undefined) throw new SettingsError('OIDC_CLIENT_SECRET', 'is required with OIDC_ISSUER')
  assertOneTenant(issuer)
  return {
    oidc: {
      issuer,
      client: { id, secret },
      name: env.OIDC_NAME ?? new URL(issuer).hostname,
      scopes: scopesOf(env.OIDC_SCOPES),
      createAccounts: env.OIDC_CREATE_ACCOUNTS,
      trustEmail: env.OIDC_TRUST_EMAIL,
      only: env.OIDC_ONLY,
    },
  }
}

/** A setting without effect is a mistake: `OIDC_ONLY=1` without a provider would leave passwords on. */
function assertNothingElse(env: Values<typeof oidcVariables>): void {
  const set = (['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const).find((name) => env[name] !== undefined)
  const on = (['OIDC_CREATE_ACCOUNTS', 'OIDC_TRUST_EMAIL', 'OIDC_ONLY'] as const).find((name) => env[name])
  const variable = set ?? on
  if (variable !== undefined) throw new SettingsError('OIDC_ISSUER', `is missing while ${variable} is set`)
}

/** In a tenant of their own, people can have any address. */
function assertOneTenant(issuer: string): void {
  const { hostname, pathname } = new URL(issuer)
  if (hostname !== 'login.microsoftonline.com' || !/^\/(common|organizations|consumers)(\/|$)/.test(pathname)) return
  throw new SettingsError(
    'OIDC_ISSUER',
    'must name one tenant, such as https://login.microsoftonline.com/TENANT-ID/v2.0',
  )
}

function scopesOf(text: string): readonly string[] {
  const scopes = text.split(/\s+/).filter((scope) => scope !== '')
  const missing = ['openid', 'email'].find((scope) => !scopes.includes(scope))
  if (missing !== undefined) throw new SettingsError('OIDC_SCOPES', `must contain ${missing}`)
  return scopes
}

/** A name without a dot, a private address, or a domain that the public DNS does not have. */
const OWN_NETWORK =
  /^([^.:[\]]+|.+\.(localhost|local|internal|lan|test)|127(\.\d+){3}|10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|\[::1\]|\[f[cd][0-9a-f:]+\])$/

function isHttpsOrOwnNetwork(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || OWN_NETWORK.test(hostname)
}
