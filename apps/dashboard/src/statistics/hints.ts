import type { Hint, Metric } from '../api/types.ts'
import { t } from '../messages/messages.ts'
import { describeCondition } from './describe-filter.ts'
import { dimensionAbout, propertyOf } from './dimensions.ts'
import { type Condition, type Filter, mapConditions } from './filters.ts'
import { formatCount, formatDateRange } from './format.ts'
import { keyLabel } from './key-label.ts'
import { metricLabel } from './metric-labels.ts'

/** The text of a hint, and filters that would help. */
interface HintText {
  readonly text: string
  readonly suggestions: readonly Suggestion[]
}

interface Suggestion {
  readonly label: string
  readonly filters: readonly Filter[]
}

/** A hint in words; undefined where the page has nothing to say about it. */
export function describeHint(hint: Hint, filters: readonly Filter[]): HintText | undefined {
  const about = conditionAt(filters, hint.filter)
  switch (hint.code) {
    case 'value_never_seen':
      return isAboutStep(hint)
        ? { text: stepNeverSeen(hint), suggestions: [] }
        : about && neverSeen(hint, about, filters)
    case 'dimension_not_collected':
      return {
        text: t('hints.no_property', { name: (about && propertyOf(about.dimension)) ?? hint.value ?? '' }),
        suggestions: [],
      }
    case 'identified_visitors_only':
      return { text: t('hints.identified_visitors_only'), suggestions: [] }
    case 'filters_exclude_each_other':
      return { text: t('hints.exclude_each_other'), suggestions: countVisits(hint, filters) }
    case 'filters_exclude_metric':
      return { text: t('hints.exclude_metric'), suggestions: countVisits(hint, filters) }
    case 'negation_about_events':
      return about && negation(hint, about, filters)
    case 'funnel_window_over_a_day':
      return { text: t('hints.window_over_a_day'), suggestions: [] }
    case 'imported_days_left_out':
      return { text: importedLeftOut(hint), suggestions: [] }
    case 'imported_days_zone':
      return { text: t('hints.imported_zone', rangeOfHint(hint)), suggestions: [] }
    case 'annotations_left_out':
      // Pages show all annotations.
      return undefined
  }
}

/** Whether a hint is about a step of a funnel and not a filter. */
function isAboutStep({ filter = '' }: Hint): boolean {
  return /(?:^|\.)steps\.\d+$/.test(filter)
}

function stepNeverSeen({ value = '', did_you_mean: near = [] }: Hint): string {
  return near.length === 0
    ? t('hints.step_never_seen', { value })
    : t('hints.step_never_seen_near', { value, near: near.join(', ') })
}

function neverSeen(hint: Hint, { dimension }: Condition, filters: readonly Filter[]): HintText {
  const value = hint.value ?? ''
  return {
    text: t('hints.never_seen', { value: keyLabel(dimension, value) }),
    suggestions: (hint.did_you_mean ?? []).map((near) => ({
      label: t('hints.show', { value: keyLabel(dimension, near) }),
      filters: mapConditions(filters, (condition, path) =>
        isAt(path, hint.filter) ? { ...condition, values: replaced(condition.values, value, near) } : condition,
      ),
    })),
  }
}

function negation(hint: Hint, about: Condition, filters: readonly Filter[]): HintText {
  const { start, values } = describeCondition(about)
  return {
    text: t('hints.negation', { condition: `${start} ${values}` }),
    suggestions: [
      {
        label: t('hints.count_without', { found: found(hint) }),
        filters: mapConditions(filters, (condition, path) =>
          isAt(path, hint.filter) ? { ...condition, scope: 'visit' } : condition,
        ),
      },
    ],
  }
}

/** Asks about visits what was asked about single events. */
function countVisits(hint: Hint, filters: readonly Filter[]): readonly Suggestion[] {
  if (hint.suggestion === undefined) return []
  return [
    {
      label: t('hints.count_visits', { found: found(hint) }),
      filters: mapConditions(filters, (condition) =>
        dimensionAbout(condition.dimension) === 'event' && (condition.scope ?? 'event') === 'event'
          ? { ...condition, scope: 'visit' }
          : condition,
      ),
    },
  ]
}

function found({ visits }: Hint): string {
  return visits === undefined || visits === null ? '' : ` (${formatCount(visits)})`
}

function replaced(values: readonly string[], old: string, near: string): readonly string[] {
  return [...new Set(values.map((value) => (value === old ? near : value)))]
}

/** Whether a hint is about this condition. It names a condition, or the group that holds it. */
function isAt(path: string, named: string | undefined): boolean {
  return named !== undefined && (path === named || path.startsWith(`${named}.any.`))
}

function conditionAt(filters: readonly Filter[], named: string | undefined): Condition | undefined {
  let found: Condition | undefined
  mapConditions(filters, (condition, path) => {
    if (found === undefined && isAt(path, named)) found = condition
    return condition
  })
  return found
}

/** Each hint once, although several queries of a page may return it. */
export function distinctHints(hints: readonly Hint[]): readonly Hint[] {
  const byContent = new Map(hints.map((hint) => [`${hint.code} ${hint.filter ?? ''} ${hint.value ?? ''}`, hint]))
  return [...byContent.values()]
}

/** Names the metrics that leave the imported days out, where other metrics of the page include them. */
function importedLeftOut(hint: Hint): string {
  if (hint.value === undefined) return t('hints.imported_left_out', rangeOfHint(hint))
  const metrics = hint.value.split(', ').map((name) => metricLabel(name as Metric))
  return t('hints.imported_left_out_of', { ...rangeOfHint(hint), metrics: metrics.join(', ') })
}

/** The days that a hint is about. */
function rangeOfHint({ from = '', to = from, days = 0 }: Hint) {
  return { range: from === '' ? '' : formatDateRange({ from, to }), days }
}
