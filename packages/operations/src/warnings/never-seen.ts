import type { SoughtEvents } from '@footfall/core-domain'
import type { Check, Known } from './checks.ts'

/** Warns if no such event was ever collected, since the value may be mistyped. */
export function neverSeenCheck(sought: SoughtEvents, where?: string): Check {
  return { sought, warn: (known) => neverSeen(sought, known, where) }
}

/** “Step 2: no page view of “/prices” was ever collected. Did you mean /pricing?” */
function neverSeen(sought: SoughtEvents, known: Known, where?: string): string | undefined {
  if (known === 'no_events' || known === 'unavailable' || known.seen) return undefined
  const said = `no ${inWords(sought)}${propertyInWords(sought)} was ever collected.${didYouMean(known.near)}`
  return where === undefined ? `N${said.slice(1)}` : `${where}: ${said}`
}

export function didYouMean(near: readonly string[]): string {
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`
}

function inWords(sought: SoughtEvents): string {
  switch (sought.kind) {
    case 'page':
      return `page view of “${sought.pattern}”`
    case 'event':
      return `event “${sought.name}”`
    case 'goal':
      return `conversion of “${sought.name}”`
    case 'hostname':
      return `event from ${sought.patterns.map((pattern) => `“${pattern}”`).join(' or ')}`
    case 'other_hostname':
      return `event from a hostname other than ${sought.patterns.join(', ')}`
    case 'referrer':
      return `visit from “${sought.pattern}”`
    case 'country':
      return `visitor from ${sought.code}`
    case 'any':
      return 'event'
  }
}

function propertyInWords(sought: SoughtEvents): string {
  if (!('properties' in sought) || sought.properties === undefined || sought.properties.length === 0) return ''
  const [kind, list] = [sought.properties.length === 1 ? 'property' : 'properties', sought.properties]
  return ` with the ${kind} ${list.map(({ name, value }) => `${name}: ${value}`).join(', ')}`
}
