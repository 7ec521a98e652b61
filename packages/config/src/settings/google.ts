import { isLoopback, nonEmptyText, serviceUrl, type Values } from './fields.ts'
import { SettingsError } from './settings-error.ts'

/** Client secrets and tokens are sent there, so plain HTTP is accepted only for this machine. */
const providerUrl = serviceUrl(/^https?$/, 'https://oauth2.googleapis.com/token')
  .refine(isHttpsOrLoopback, 'must be https, unless it is on this machine')
  .transform((text) => text.replace(/\/+$/, ''))

export const googleVariables = {
  GOOGLE_CLIENT_ID: nonEmptyText.optional(),
  GOOGLE_CLIENT_SECRET: nonEmptyText.optional(),
  GOOGLE_API_URL: providerUrl.default('https://www.googleapis.com'),
  GOOGLE_AUTH_URL: providerUrl.default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKEN_URL: providerUrl.default('https://oauth2.googleapis.com/token'),
}

/** This service as an OAuth client of Google, for Search Console. */
export type GoogleSettings = ReturnType<typeof clientSettings>

/** `google` is undefined where nothing is synced. */
export function googleSettings(env: Values<typeof googleVariables>) {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret } = env
  if (id === undefined && secret === undefined) return { google: undefined }
  if (id === undefined) throw new SettingsError('GOOGLE_CLIENT_ID', 'is missing while GOOGLE_CLIENT_SECRET is set')
  if (secret === undefined) throw new SettingsError('GOOGLE_CLIENT_SECRET', 'is missing while GOOGLE_CLIENT_ID is set')
  return { google: clientSettings(env, { id, secret }) }
}

function clientSettings(env: Values<typeof googleVariables>, client: { readonly id: string; readonly secret: string }) {
  const { GOOGLE_API_URL: apiUrl, GOOGLE_AUTH_URL: authUrl, GOOGLE_TOKEN_URL: tokenUrl } = env
  return { client, apiUrl, authUrl, tokenUrl }
}

function isHttpsOrLoopback(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || isLoopback(hostname)
}
