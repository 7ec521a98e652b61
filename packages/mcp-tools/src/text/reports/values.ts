import { type Denominator, type Measured, type StatsValue, writtenValue } from '@footfall/core-domain'
import { changeText, decimalText, durationText, NUMBERS, percentText } from '../numbers.ts'

export interface Stated {
  readonly state: StatsValue['state']
  readonly reason?: string | null
}

const MISSING = '–'

/** A number in the unit of its metric. */
export const valueText = (value: number, measured: Measured) => writtenValue(value, measured, NUMBERS)

/** A cell: the number, and every state but `available`. */
export function valueCell({ value, state }: StatsValue, measured: Measured): string {
  return cellOf(value === null ? undefined : valueText(value, measured), { state })
}

export function cellOf(value: string | undefined, stated: Stated): string {
  if (stated.state === 'available') return value ?? MISSING
  return value === undefined ? stateText(stated) : `${value} (${stateText(stated)})`
}

/** A count that is withheld where there is none. */
export const peopleCell = (visitors: number | null) => (visitors === null ? 'withheld' : decimalText(visitors))

export const countCell = (count: number | null) => (count === null ? MISSING : decimalText(count))

export const ratioCell = (ratio: number | null) => (ratio === null ? MISSING : percentText(ratio))

export const secondsCell = (seconds: number | null) => (seconds === null ? MISSING : durationText(seconds))

export function previousCell(previous: number | null | undefined, measured: Measured): string {
  return previous === null || previous === undefined ? MISSING : valueText(previous, measured)
}

export function changeCell(change: number | null | undefined): string {
  return change === null || change === undefined ? MISSING : changeText(change)
}

/** A change of a value; that of a share in percentage points as well, so that neither is taken for the other. */
export function changeOf(
  change: number | null | undefined,
  { value, previous }: { readonly value: number | null | undefined; readonly previous: number | null | undefined },
  measured: Measured,
): string {
  const relative = changeCell(change)
  if (relative === MISSING || typeof value !== 'number' || typeof previous !== 'number') return relative
  if (!valueText(value, measured).endsWith('%')) return relative
  return `${relative} (${NUMBERS.points(value - previous)} points)`
}

/** A state with its reason: `withheld (below_suppression_threshold)`. */
export const stateText = ({ state, reason }: Stated) => (reason ? `${state} (${reason})` : state)

/** A number and its state, or only the state. */
export function statedText(value: string | undefined, stated: Stated): string {
  return value === undefined ? stateText(stated) : `${value} (${stateText(stated)})`
}

/** The denominator of a share or an average, after its value; empty if there is none. */
export function ofVisitors(of: Denominator | undefined): string {
  return of === undefined || of.visitors === null ? '' : ` of ${decimalText(of.visitors)} visitors`
}

/** The name of a metric at the beginning of a sentence; one of several words stays as it is asked for. */
export function metricTitle(metric: string): string {
  return metric.includes('_') ? metric : metric.charAt(0).toUpperCase() + metric.slice(1)
}
