import type { AccessLimits, Toolset } from '@footfall/core-domain'

/** The most that a caller may reach: operations of these toolsets, all for null, and only reads if it is read-only. */
export type Ceiling = Pick<AccessLimits, 'toolsets' | 'readOnly'>

/** What the names of the operations of a toolset begin with: the first that fits. Every other operation belongs to `settings`. */
const BEGINNINGS: Readonly<Record<Exclude<Toolset, 'settings'>, readonly string[]>> = {
  content: [
    ...['service_segments_', 'service_annotations_', 'service_alerts_', 'service_reports_'],
    ...['service_analytics_errors', 'service_analytics_journeys'],
  ],
  analytics: ['service_products_list', 'service_products_get', 'service_analytics_', 'service_diagnostics_'],
  team: ['service_team_'],
  tokens: ['service_tokens_', 'service_keys_', 'service_account_get'],
}

export function toolsetOf({ name }: { readonly name: string }): Toolset {
  const begins = (toolset: Exclude<Toolset, 'settings'>) => BEGINNINGS[toolset].some((text) => name.startsWith(text))
  if (begins('content')) return 'content'
  if (begins('analytics')) return 'analytics'
  if (begins('team')) return 'team'
  return begins('tokens') ? 'tokens' : 'settings'
}

export function isWithin(
  operation: { readonly name: string; readonly kind: 'read' | 'write' },
  { toolsets, readOnly }: Ceiling,
): boolean {
  if (readOnly && operation.kind !== 'read') return false
  return toolsets === null || toolsets.has(toolsetOf(operation))
}

/** What two ceilings both allow. */
export function lowerCeiling(one: Ceiling, other: Ceiling): Ceiling {
  return { toolsets: common(one.toolsets, other.toolsets), readOnly: one.readOnly || other.readOnly }
}

function common(one: Ceiling['toolsets'], other: Ceiling['toolsets']): Ceiling['toolsets'] {
  if (one === null) return other
  return other === null ? one : new Set([...one].filter((toolset) => other.has(toolset)))
}
