import type { Journeys } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import type { FlowColumn } from './layout.ts'

type Step = NonNullable<Journeys['before']>[number]

/** A step with its distance from the page: negative before it, positive after it. */
interface JourneyStep {
  readonly distance: number
  readonly rows: Step['rows']
}

/** The columns of the drawing, from the first step before the page to the last one after it. */
export function columnsOf({ page, visits, before = [], after = [] }: Journeys): readonly FlowColumn[] {
  const [nearestBefore, ...earlier] = before
  const [nearestAfter, ...later] = after
  const center: FlowColumn = {
    rows: [{ key: page, visits }],
    // Each row of the steps next to the page is a link.
    links: (nearestAfter?.rows ?? []).map((row) => ({ from: page, to: row.key, visits: row.visits })),
  }
  const toCenter = (nearestBefore?.rows ?? []).map((row) => ({ from: row.key, to: page, visits: row.visits }))
  return [
    ...earlier.toReversed().map(({ rows, links }) => ({ rows, links })),
    ...(nearestBefore === undefined ? [] : [{ rows: nearestBefore.rows, links: toCenter }]),
    center,
    // The links of a step lead to it from the one before.
    ...after.map(({ rows }, at) => ({ rows, links: later[at]?.links ?? [] })),
  ]
}

/** The steps in the order of travel. */
export function stepsOf({ before = [], after = [] }: Journeys): readonly JourneyStep[] {
  return [
    ...before.map(({ rows }, at) => ({ distance: -(at + 1), rows })).toReversed(),
    ...after.map(({ rows }, at) => ({ distance: at + 1, rows })),
  ]
}

/** Keys that stand for no page. */
const LABELS: Readonly<Partial<Record<string, string>>> = {
  '(entry)': t('journeys.entry'),
  '(exit)': t('journeys.exit'),
  '(other)': t('journeys.other'),
}

export function isPage(key: string): boolean {
  return LABELS[key] === undefined
}

export function pageLabel(key: string): string {
  return LABELS[key] ?? key
}

export function stepLabel(distance: number): string {
  const count = Math.abs(distance)
  return distance < 0 ? t('journeys.before', { count }) : t('journeys.after', { count })
}
