import { type Dimension, propertyOf } from '../../statistics/dimensions.ts'
import { type Condition, type Filter, withFilter } from '../../statistics/filters.ts'
import type { OverviewSearch } from '../../statistics/search.ts'

interface ChosenRow {
  readonly key: string
  readonly keys?: readonly string[] | undefined
}

/** What choosing a row changes in the address: it filters, and a country shows its regions, a region its cities. */
export function choiceOfRow(
  dimension: Dimension,
  row: ChosenRow,
  filters: readonly Filter[],
): Pick<OverviewSearch, 'filters' | 'places' | 'all'> & { readonly all: undefined } {
  const next = PLACE_WITHIN[dimension]
  return {
    filters: conditionsOfRow(dimension, row).reduce(withFilter, filters),
    all: undefined,
    ...(next === undefined || row.key === '' ? {} : { places: next }),
  }
}

const PLACE_WITHIN: Readonly<Partial<Record<string, 'region' | 'city'>>> = { country: 'region', region: 'city' }

/** What a row stands for: of a city, also its region and country. */
function conditionsOfRow(dimension: Dimension, { key, keys }: ChosenRow): readonly Condition[] {
  const is = (dimension: Dimension, value: string): Condition => ({
    dimension,
    operator: 'is',
    values: [value],
    // The page is about visits then: single events have no source, no duration and hardly any revenue.
    ...(isOfEvents(dimension) && { scope: 'visit' }),
  })
  const [, region, country] = keys ?? []
  if (dimension !== 'city' || region === undefined || country === undefined) return [is(dimension, key)]
  return [is('country', country), is('region', region), is('city', key)]
}

/** Whether a value says what somebody did, and not where. */
function isOfEvents(dimension: Dimension): boolean {
  return dimension === 'goal' || dimension === 'event' || propertyOf(dimension) !== undefined
}
