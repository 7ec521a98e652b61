import type { ReportHint, ReportMeta } from '@footfall/core-domain'
import { textOfVisitors, textOnOneLine } from '../cells.ts'
import { amountText, decimalText } from '../numbers.ts'
import { peopleCell } from './values.ts'

/** A question may have filters of many kilobytes, and the caller knows them; more of them would cost more than the answer. */
const FILTER_BYTES_MAX = 240
const HINT_BYTES_MAX = 40
const SUGGESTION_BYTES_MAX = 160
const HINTS_MAX = 3
const PLACES_MAX = 20

/** What a report says about its period: hints and what it leaves out first, since they say what to do next. */
export function aboutLines({ hints = [], excluded = [], filters, ...meta }: ReportMeta): readonly string[] {
  const { retention, suppression } = meta
  const withheld =
    suppression.threshold === 0
      ? 'nothing is withheld'
      : `fewer than ${decimalText(suppression.threshold)} visitors are withheld, ${decimalText(suppression.rows_withheld)} rows here`
  return [
    ...hints.slice(0, HINTS_MAX).map(hintLine),
    ...furtherHints(hints.slice(HINTS_MAX)),
    ...excludedLines(excluded),
    ...trafficLines(meta),
    ...(filters === undefined ? [] : [filtersLine(JSON.stringify(filters))]),
    `${aboutProducts(meta)}; today is ${meta.today}; counted until ${meta.fresh_until}; kept from ${retention.available_from} (${decimalText(retention.days)} days); ${withheld}.`,
  ]
}

/** Amounts in other currencies; one product may have many of them. */
function excludedLines(excluded: NonNullable<ReportMeta['excluded']>): readonly string[] {
  const reasons = [...Map.groupBy(excluded, ({ reason }) => reason)]
  return reasons.map(([reason, amounts]) => {
    const each = amounts.map(
      ({ amount, currency, events }) => `${amountText(amount, currency)} of ${decimalText(events)} events`,
    )
    return `Left out (${reason}): ${each.join('; ')}. Revenue only counts the currency of the product; say so next to the number.`
  })
}

/** Which visits are counted, where some look automated or have no class. */
function trafficLines({ traffic, products }: Pick<ReportMeta, 'traffic' | 'products'>): readonly string[] {
  if (traffic === undefined) return []
  const { counted, suspected, unclassified_visits: unclassified = 0 } = traffic
  const visits = suspected?.visits ?? 0
  return [
    ...(suspected === null || visits === 0
      ? []
      : [
          `Traffic: ${counted === 'all' ? 'human and suspected' : counted}. ${decimalText(visits)} visits of the ${products === undefined ? 'product' : 'products'} in this period (${percentText(suspected.share)}) are suspected automation${counted === 'human' ? ', left out here; traffic=all counts them' : ''}.`,
        ]),
    ...(unclassified === 0
      ? []
      : [`${decimalText(unclassified)} visits have no class, such as imported ones, and count as human.`]),
  ]
}

function percentText(share: number): string {
  return `${decimalText(Math.round(share * 1000) / 10)} %`
}

function filtersLine(filters: string): string {
  const shown = shortened(filters, FILTER_BYTES_MAX)
  return shown === filters ? `Filters as understood: ${filters}` : `Filters as understood (shortened): ${shown}`
}

/** The beginning of a longer text, in whole characters, with an ellipsis. A token of a model is at least a byte. */
function shortened(text: string, bytesMax: number): string {
  if (Buffer.byteLength(text) <= bytesMax) return text
  let bytes = 0
  let kept = ''
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > bytesMax) break
    kept += character
  }
  return `${kept}…`
}

const shortText = (text: string) => textOfVisitors(shortened(text, HINT_BYTES_MAX))

/** What each hint means, and what to do next. */
const HINTS: Readonly<Record<ReportHint['code'], string>> = {
  value_never_seen: 'This value was never collected. Ask again with a value that was.',
  dimension_not_collected:
    'No event carries this property. Ask again with one of the properties in service_analytics_catalog.',
  identified_visitors_only:
    'Only identified visitors are counted here: visitors whom the site did not identify are in no row. Say so next to the numbers.',
  filters_exclude_each_other:
    'No single event can pass all these filters. Ask again with the suggestion in each filter on events.',
  filters_exclude_metric:
    'No event that passes these filters can have this metric. Ask again with the suggestion in each filter on events, or for another metric.',
  negation_about_events:
    'A denied condition on events keeps visits that have some other event. To leave out visits that ever had it, ask again with the suggestion.',
  funnel_window_over_a_day:
    'Visitors are new each UTC day, so a way that takes longer than a day is not seen. Say so next to the numbers.',
  annotations_left_out: 'There are more annotations than are shown.',
  imported_days_left_out:
    'These days come from an import of daily totals, which lacks what is asked: they are left out. Say so, or ask without filters, by one dimension at most, and by day or longer.',
  imported_days_zone: 'These imported days are days of the product’s own time zone, not of the one asked in.',
}

function hintLine({ code, filter, value, did_you_mean: near = [], suggestion, visits, ...range }: ReportHint): string {
  const { from, to, days } = range
  const dates = from === undefined ? undefined : `${from} to ${to} (${days} days)`
  const about = [
    filter && shortened(filter, HINT_BYTES_MAX),
    value === undefined ? undefined : shortText(value),
    dates,
  ].filter((part) => part !== undefined)
  return [
    `Hint (${code})${about.length === 0 ? '' : `, ${about.join(' = ')}`}: ${HINTS[code]}`,
    near.length === 0 ? '' : ` Did you mean ${near.map(shortText).join(', ')}?`,
    suggestion === undefined ? '' : ` Suggestion: ${shortened(suggestion, SUGGESTION_BYTES_MAX)}`,
    visits === undefined ? '' : ` finds ${peopleCell(visits)} visits`,
    suggestion === undefined ? '' : '.',
  ].join('')
}

/** What further hints are about, in a few words, since a client may show a model nothing but this text. */
function furtherHints(hints: readonly ReportHint[]): readonly string[] {
  if (hints.length === 0) return []
  const places = [...new Set(hints.map(({ code, filter }) => filter ?? code))]
  const shown = places.slice(0, PLACES_MAX).map((place) => shortened(place, HINT_BYTES_MAX))
  const more = places.length > shown.length ? ` and ${decimalText(places.length - shown.length)} more` : ''
  return [
    `Further hints: ${decimalText(hints.length)}, about ${shown.join(', ')}${more}. Ask about them alone to read them.`,
  ]
}

/** The products of an answer. Those that have no number for a metric say which and why. */
function aboutProducts({ product, products = [], products_in_all: all }: ReportMeta): string {
  if (product !== undefined) return `Product ${product}`
  const each = products.map(({ id, name, timezone, not_available = [] }) => {
    const missing = not_available.map(
      ({ metric, state, reason }) => `${metric} ${state}${reason ? ` (${reason})` : ''}`,
    )
    return `${textOnOneLine(name)} (${id}, ${timezone}${missing.length > 0 ? `; ${missing.join(', ')}` : ''})`
  })
  const ofAll = all === undefined ? '' : ` of ${decimalText(all)}`
  return `${decimalText(products.length)}${ofAll} products, whose visitors add up: ${each.join(', ')}`
}
