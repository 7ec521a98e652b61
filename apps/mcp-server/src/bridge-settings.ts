import { SettingsError } from '@footfall/config'
import { secretKind, TOOLSETS } from '@footfall/core-domain'

export interface BridgeSettings {
  /** URL of the MCP endpoint, with the ceiling and the form of answers of this connection in its query. */
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
    endpoint: `${origin}/api/mcp${parametersOf(env)}`,
    token,
    insecure: protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname),
  }
}

/** The service checks these again; what is mistyped is rejected here, before a client counts as connected. */
function parametersOf({
  SERVICE_TOOLSET: toolset = '',
  SERVICE_READONLY: readonly = '',
  SERVICE_ANSWERS: answers = '',
}: Environment): string {
  const toolsets = `one or more of ${TOOLSETS.join(', ')}, separated by commas`
  if (toolset !== '' && !isToolsets(toolset)) throw new SettingsError('SERVICE_TOOLSET', `must be ${toolsets}`)
  if (!['', '0', '1', 'true'].includes(readonly) && !isToolsets(readonly))
    throw new SettingsError('SERVICE_READONLY', `must be 0, 1, or ${toolsets}`)
  if (!['', 'text', 'both'].includes(answers)) throw new SettingsError('SERVICE_ANSWERS', 'must be text or both')
  const parameters = [
    ...(toolset === '' ? [] : [`toolset=${toolset}`]),
    ...(readonly === '' || readonly === '0' ? [] : [`readonly=${readonly === 'true' ? '1' : readonly}`]),
    ...(answers === '' ? [] : [`answers=${answers}`]),
  ]
  return parameters.length === 0 ? '' : `?${parameters.join('&')}`
}

function isToolsets(text: string): boolean {
  const known: readonly string[] = TOOLSETS
  const names = text.split(',')
  return names.every((name) => known.includes(name)) && new Set(names).size === names.length
}
