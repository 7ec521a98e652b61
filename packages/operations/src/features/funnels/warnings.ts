import { type Funnel, type FunnelStep, propertiesOf, type SoughtEvents } from '@footfall/core-domain'
import type { ProductWriteCall } from '../../definition/index.ts'
import { checkAll } from '../../warnings/checks.ts'
import { canMatchPaths, leadingSlashWarnings } from '../../warnings/leading-slash.ts'
import { funnelNameWarnings } from '../../warnings/names.ts'
import { neverSeenCheck } from '../../warnings/never-seen.ts'
import { sameDefinitionWarnings } from '../../warnings/same-definition.ts'
import { windowWarnings } from './funnel.ts'

const FUNNELS_MAX = 200

type Definition = Pick<Funnel, 'name' | 'steps' | 'window_minutes'>

/** Warns of likely mistakes in a funnel. Steps that stay were checked when they were added. */
export async function funnelWarnings(call: ProductWriteCall, funnel: Definition, before?: Funnel): Promise<string[]> {
  const { store, product } = call
  const definitionOf = ({ steps, window_minutes }: Omit<Definition, 'name'>) => ({ steps, window_minutes })
  const { rows } = await store.funnels.list(product.id, { limit: FUNNELS_MAX })
  const others = rows.filter(({ id }) => id !== before?.id)
  const kept = new Set(before?.steps.map((step) => JSON.stringify(step)))
  const isNew = (step: FunnelStep) => !kept.has(JSON.stringify(step))
  const checks = funnel.steps.flatMap((step, i) => {
    const sought = soughtOf(step)
    return sought === undefined || !isNew(step) ? [] : [neverSeenCheck(sought, `Step ${i + 1}`)]
  })
  const newPages = funnel.steps.flatMap((step) => (step.kind === 'page' && isNew(step) ? step.match : []))
  return [
    ...(await checkAll(call, checks)),
    ...leadingSlashWarnings(newPages),
    ...(await windowWarnings(call, funnel)),
    ...(await funnelNameWarnings(call, funnel.name, before?.id)),
    ...sameDefinitionWarnings(
      { name: funnel.name, kind: 'funnel', same: 'steps and window' },
      definitionOf(funnel),
      others,
      definitionOf,
    ),
  ]
}

/** A goal without a conversion yet is no mistake, and a path without its slash has a warning of its own. */
function soughtOf({ kind, match, property }: FunnelStep): SoughtEvents | undefined {
  const properties = propertiesOf({ property })
  switch (kind) {
    case 'page':
      return canMatchPaths(match) ? { kind: 'page', pattern: match, properties } : undefined
    case 'event':
      return { kind: 'event', name: match, properties }
    case 'goal':
      return undefined
  }
}
