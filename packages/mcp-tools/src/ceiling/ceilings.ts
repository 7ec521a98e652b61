import type { Exposed } from '@footfall/kernel'
import type { Ceiling, Toolsets } from '../services.ts'

export const NO_CEILING: Ceiling = { toolsets: null, readOnly: false }

export function isWithin(operation: Exposed, { toolsets, readOnly }: Ceiling, known: Toolsets | undefined): boolean {
  if (readOnly && operation.kind !== 'read') return false
  return toolsets === null || (known !== undefined && toolsets.has(known.of(operation)))
}

/** What two ceilings both allow. */
export function lowerCeiling(one: Ceiling, other: Ceiling): Ceiling {
  return { toolsets: common(one.toolsets, other.toolsets), readOnly: one.readOnly || other.readOnly }
}

function common(one: Ceiling['toolsets'], other: Ceiling['toolsets']): Ceiling['toolsets'] {
  if (one === null) return other
  return other === null ? one : new Set([...one].filter((toolset) => other.has(toolset)))
}
