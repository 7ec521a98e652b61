import type { Exposed } from '@footfall/kernel'
import type { Ceiling, Toolsets } from '../services.ts'

export const NO_CEILING: Ceiling = { toolsets: null, readOnly: false }

export function isWithin(operation: Exposed, { toolsets, readOnly }: Ceiling, known: Toolsets | undefined): boolean {
  const isOf = (names: ReadonlySet<string>) => known !== undefined && names.has(known.of(operation))
  if (operation.kind !== 'read' && (typeof readOnly === 'boolean' ? readOnly : isOf(readOnly))) return false
  return toolsets === null || isOf(toolsets)
}

/** What an address reaches: one that names no toolsets reaches those that need no naming. */
export function reachedBy(ceiling: Ceiling, known: Toolsets | undefined): Ceiling {
  if (ceiling.toolsets !== null || known?.byDefault === undefined) return ceiling
  return { ...ceiling, toolsets: new Set(known.byDefault) }
}

/** What two ceilings both allow. */
export function lowerCeiling(one: Ceiling, other: Ceiling): Ceiling {
  return { toolsets: common(one.toolsets, other.toolsets), readOnly: either(one.readOnly, other.readOnly) }
}

function either(one: Ceiling['readOnly'], other: Ceiling['readOnly']): Ceiling['readOnly'] {
  if (typeof one === 'boolean') return one || other
  return typeof other === 'boolean' ? other || one : new Set([...one, ...other])
}

function common(one: Ceiling['toolsets'], other: Ceiling['toolsets']): Ceiling['toolsets'] {
  if (one === null) return other
  return other === null ? one : new Set([...one].filter((toolset) => other.has(toolset)))
}
