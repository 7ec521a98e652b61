import { type ComparedPeriod, Comparison, InvalidRequest, LocalDate } from '@footfall/core-domain'
import type { z } from 'zod'
import { flag } from '../../inputs/report-input.ts'

/** The parameters of a comparison. */
export const compareQuery = {
  compare: Comparison.optional().meta({ description: 'Adds the same metrics of an earlier period.' }),
  compare_from: LocalDate.optional().meta({ description: 'First day of compare=custom.' }),
  compare_to: LocalDate.optional().meta({ description: 'Last day of compare=custom, inclusive.' }),
  match_weekday: flag.optional().meta({ description: 'Moves the earlier period to the same weekdays.' }),
}

export type CompareInput = { readonly [Name in keyof typeof compareQuery]?: z.output<(typeof compareQuery)[Name]> }

/** The requested earlier period. Throws `InvalidRequest` for parameters that do not go together. */
export function comparedPeriod(input: CompareInput): ComparedPeriod | undefined {
  const { compare, match_weekday: matchWeekday = false } = input
  if (compare === 'custom') return customPeriod(input, matchWeekday)
  assertNoDays(input)
  if (compare === undefined && input.match_weekday) {
    throw new InvalidRequest([{ path: 'match_weekday', message: 'needs compare' }])
  }
  return compare && { period: compare, matchWeekday }
}

/** The same, with the previous period as the default. */
export function comparedPeriodOrPrevious(input: CompareInput): ComparedPeriod {
  const { compare = 'previous_period', match_weekday: matchWeekday = false } = input
  if (compare === 'custom') return customPeriod(input, matchWeekday)
  assertNoDays(input)
  return { period: compare, matchWeekday }
}

function customPeriod({ compare_from: from, compare_to: to }: CompareInput, matchWeekday: boolean): ComparedPeriod {
  if (from === undefined) throw new InvalidRequest([{ path: 'compare_from', message: 'is required' }])
  if (to === undefined) throw new InvalidRequest([{ path: 'compare_to', message: 'is required' }])
  if (to < from)
    throw new InvalidRequest([{ path: 'compare_to', message: `must not be before compare_from (${from})` }])
  return { period: 'custom', range: { from, to }, matchWeekday }
}

function assertNoDays({ compare_from, compare_to }: CompareInput): void {
  for (const [path, value] of Object.entries({ compare_from, compare_to })) {
    if (value !== undefined) throw new InvalidRequest([{ path, message: 'needs compare=custom' }])
  }
}
