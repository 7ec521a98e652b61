import { SettingsError } from '@footfall/config'
import { secretKind, TOOLSETS } from '@footfall/core-domain'

export interface BridgeSettings {
  /** URL of the MCP endpoint, with the ceiling of this connection in its query. */
  readonly endpoint: string
  /** A credential. It leaves this process only in the `Authorization` header. */
  readonly token: string
  readonly insecure: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/** Throws `SettingsError`, which names the invalid variable but not its value. */
export function bridgeSettings(env: Environment): BridgeSettings {
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
    endpoint: `${origin}/api/mcp${ceilingOf(env)}`,
    token,
    insecure: protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname),
  }
}

/** The service checks the ceiling again; a mistyped one is rejected here, before a client counts as connected. */
function ceilingOf({ SERVICE_TOOLSET: toolset = '', SERVICE_READONLY: readonly = '' }: Environment): string {
  const known: readonly string[] = TOOLSETS
  if (toolset !== '' && !toolset.split(',').every((name) => known.includes(name)))
    throw new SettingsError('SERVICE_TOOLSET', `must be one or more of ${TOOLSETS.join(', ')}, separated by commas`)
  if (!['', '0', '1', 'true'].includes(readonly)) throw new SettingsError('SERVICE_READONLY', 'must be 0 or 1')
  const parameters = [
    ...(toolset === '' ? [] : [`toolset=${toolset}`]),
    ...(readonly === '' || readonly === '0' ? [] : ['readonly=1']),
  ]
  return parameters.length === 0 ? '' : `?${parameters.join('&')}`
}
