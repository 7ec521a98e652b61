import type { Toolset } from '@footfall/core-domain'

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
