import type { Funnel } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'

export type Step = Funnel['steps'][number]

/** A step in the form. The key identifies it while steps are moved. */
export interface DraftStep extends Pick<Step, 'kind' | 'match'> {
  readonly key: string
  readonly property?: Step['property'] | undefined
}

/** A stored or an empty step at an index. */
export function draftStep(at: number, step: Omit<DraftStep, 'key'> = { kind: 'page', match: '' }): DraftStep {
  return { ...step, key: `stored-${at}` }
}

let added = 0

export function newStep(): DraftStep {
  added += 1
  return { kind: 'page', match: '', key: `added-${added}` }
}

/** What an event must have to be a step. */
export function describeMatch({ match, property }: Pick<DraftStep, 'match' | 'property'>): string {
  return property === undefined
    ? match
    : t('funnels.match_with', { match, property: property.name, value: property.value })
}

/** The step that is sent. */
export function stepOf({ kind, match, property }: DraftStep): Step {
  return { kind, match, ...(property === undefined ? {} : { property }) }
}
