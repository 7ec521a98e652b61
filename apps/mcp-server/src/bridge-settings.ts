import { SettingsError } from '@footfall/config'
import { secretKind } from '@footfall/core-domain'

export interface BridgeSettings {
  /** URL of the MCP endpoint. */
  readonly endpoint: string
  /** A credential. It leaves this process only in the `Authorization` header. */
  readonly token: string
  readonly insecure: boolean
}

/** Throws `SettingsError`, which names the invalid variable but not its value. */
export function bridgeSettings(env: Readonly<Record<string, string | undefined>>): BridgeSettings {
  const { SERVICE_URL: url, SERVICE_TOKEN: token } = env
  if (url === undefined || url === '')
    throw new SettingsError('SERVICE_URL', 'is missing: the address of the service, such as https://stats.example.com')
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new SettingsError('SERVICE_URL', 'must be an http or https URL')
  if (token === undefined || token === '')
    throw new SettingsError('SERVICE_TOKEN', 'is missing: an account token, which begins with jt_')
  if (secretKind(token) !== 'account_token')
    throw new SettingsError('SERVICE_TOKEN', 'is not an account token: those begin with jt_ and are copied whole')
  const { origin, protocol, hostname } = new URL(url)
  return {
    endpoint: `${origin}/api/mcp`,
    token,
    insecure: protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname),
  }
}
