import {
  type AccountToken,
  ALLOWED_NETWORKS_MAX,
  AllowedNetworks,
  type CredentialLimits,
  normalizeNetwork,
  TOOLSETS,
} from '@footfall/core-domain'
import { commaSeparated } from '../comma-separated.ts'
import { UsageError } from '../errors.ts'

/** The options of a token's limits, as commander reads them. */
export interface LimitOptions {
  readonly readOnly?: true
  readonly toolsets?: string
  readonly previewFirst?: true
  readonly approval?: true
}

/** Throws `UsageError`, which names every text that is not a tool group. */
export function limitsOf({ readOnly, toolsets, previewFirst, approval }: LimitOptions): CredentialLimits {
  return {
    read_only: readOnly === true,
    toolsets: toolsets === undefined ? null : knownToolsets(toolsets),
    preview_first: previewFirst === true,
    approval: approval === true,
  }
}

/** Networks in canonical form. Throws `UsageError`, which names every text that is not a network. */
export function knownNetworks(text: string): AccountToken['allowed_networks'] {
  const networks = commaSeparated(text)
  const wrong = networks.filter((network) => normalizeNetwork(network) === undefined)
  if (wrong.length > 0)
    throw new UsageError(`--networks: ${wrong.join(', ')} must be a network such as 203.0.113.0/24 or 2001:db8::/48`)
  const parsed = AllowedNetworks.safeParse(networks)
  if (!parsed.success || networks.length === 0)
    throw new UsageError(`--networks: must name 1 to ${ALLOWED_NETWORKS_MAX} networks`)
  return parsed.data
}

/** Throws `UsageError`, which names every text that is not a tool group. */
export function knownToolsets(text: string): NonNullable<CredentialLimits['toolsets']> {
  const names = commaSeparated(text)
  const unknown = names.filter((name) => !TOOLSETS.some((toolset) => toolset === name))
  if (unknown.length > 0)
    throw new UsageError(`--toolsets: unknown: ${unknown.join(', ')}; the tool groups are ${TOOLSETS.join(', ')}`)
  if (names.length === 0) throw new UsageError('--toolsets: must name at least one tool group')
  return TOOLSETS.filter((toolset) => names.includes(toolset))
}

/** The limits in words; “none” where there are none. */
export function limitsText({ read_only, toolsets, preview_first, approval }: CredentialLimits): string {
  const limits = [
    ...(read_only ? ['read only'] : []),
    ...(toolsets === null ? [] : [`only ${toolsets.join(', ')}`]),
    ...(preview_first ? ['preview first'] : []),
    ...(approval ? ['approval'] : []),
  ]
  return limits.length === 0 ? 'none' : limits.join('; ')
}

/** Only the limits that the command names; the others are those of the parent token. */
export function limitsGiven(options: LimitOptions): Partial<CredentialLimits> {
  const { read_only, toolsets, preview_first, approval } = limitsOf(options)
  return {
    ...(read_only && { read_only }),
    ...(toolsets !== null && { toolsets }),
    ...(preview_first && { preview_first }),
    ...(approval && { approval }),
  }
}
