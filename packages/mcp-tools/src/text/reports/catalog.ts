import { type FilterCondition, ProductCatalog } from '@footfall/core-domain'
import { column, listEntry, tableLines, textOnOneLine } from '../cells.ts'
import { decimalText } from '../numbers.ts'
import { type ReportContext, reportText, textAt } from './report.ts'

type Metric = ProductCatalog['metrics'][number]
type Dimension = ProductCatalog['dimensions'][number]
type Segment = ProductCatalog['segments'][number]

export const catalogText = reportText(ProductCatalog, (catalog, context) => {
  const { metrics, dimensions, properties, goals, segments, notes } = catalog
  const names = dimensions.map(({ name }) => name)
  return [
    ...metricLines(
      metrics,
      names.filter((name) => metrics.some(({ dimensions: by }) => by.includes(name))),
    ),
    ...filterLines(metrics, names),
    '',
    ...['visit', 'event'].flatMap((scope) => [
      `Dimensions of the ${scope}:`,
      ...dimensionLines(dimensions.filter((dimension) => dimension.scope === scope)),
    ]),
    '',
    `Filter operators: ${catalog.filter_operators.map(saidOf).join(' ')}`,
    `Filter scopes: ${catalog.filter_scopes.map(saidOf).join(' ')}`,
    `Periods: ${catalog.periods.join(', ')}. Orders: ${catalog.orders.join(', ')}. Comparisons: ${catalog.comparisons.join(', ')}.`,
    `Limits: ${Object.entries(catalog.limits)
      .map(([name, most]) => `${name} ${decimalText(most)}`)
      .join(', ')}.`,
    `Properties: ${namesText(properties, 'data.properties[]', context)}`,
    `Goals: ${namesText(goals, 'data.goals[]', context)}`,
    ...segmentLines(segments),
    ...notes.map((note) => `- ${textOnOneLine(note)}`),
  ]
})

/** Metrics that are asked by the same dimensions share the line that names those. */
function metricLines(metrics: readonly Metric[], names: readonly string[]): readonly string[] {
  const groups = new Map<string, string[]>()
  for (const { name, unit, description, dimensions } of metrics) {
    const by = `Metrics by ${amongText(dimensions, names)}:`
    groups.set(by, [
      ...(groups.get(by) ?? []),
      `${name}${unit === 'count' ? '' : ` (${unit})`}: ${textOnOneLine(description)}`,
    ])
  }
  const sums = new Map<string, string[]>()
  for (const { name, dimensions, additive } of metrics) {
    const by = amongText(additive, dimensions)
    if (additive.length > 0) sums.set(by, [...(sums.get(by) ?? []), name])
  }
  const adding = [...sums].map(([by, of]) => `${of.join(', ')} by ${by}`)
  const missing = metrics.filter(({ collected }) => !collected).map(({ name }) => name)
  return [
    ...[...groups].flatMap(([by, lines]) => [by, ...lines]),
    `Rows add up to the total for ${adding.join('; ')}.`,
    ...(missing.length > 0 ? [`Never collected: ${missing.join(', ')}.`] : []),
  ]
}

function segmentLines(segments: readonly Segment[]): readonly string[] {
  if (segments.length === 0) return ['Segments: none']
  return [
    'Segments:',
    ...tableLines<Segment>(
      [
        column('id', ({ id }) => id),
        column('name', ({ name }) => textOnOneLine(name)),
        column('filters', ({ filters }) => textOnOneLine(filters.map(filterText).join('; '))),
      ],
      segments,
    ),
  ]
}

/** What a segment keeps, shorter than its JSON: it is asked for by its id. */
function filterText(filter: Segment['filters'][number]): string {
  return 'any' in filter ? filter.any.map(conditionText).join(' or ') : conditionText(filter)
}

function conditionText({ dimension, operator, values, scope, case_sensitive }: FilterCondition): string {
  const more = [...(scope === undefined ? [] : [`scope ${scope}`]), ...(case_sensitive === false ? ['any case'] : [])]
  return `${dimension} ${operator} ${values.map(listEntry).join(', ')}${more.length > 0 ? ` (${more.join(', ')})` : ''}`
}

/** Which of the names these are, in the shorter way: `all`, `all but …`, or the names. */
function amongText(some: readonly string[], all: readonly string[]): string {
  const others = all.filter((name) => !some.includes(name))
  if (others.length === 0) return 'all'
  if (some.length === 0) return 'none'
  return others.length < some.length ? `all but ${others.join(', ')}` : some.join(', ')
}

/** What every metric has in common is said once. */
function filterLines(metrics: readonly Metric[], names: readonly string[]): readonly string[] {
  const groups = new Map<string, string[]>()
  for (const { name, filters, intervals } of metrics) {
    const said = `filters: ${amongText(filters, names)}; intervals: ${intervals.join(', ')}`
    groups.set(said, [...(groups.get(said) ?? []), name])
  }
  return [...groups].map(([said, of]) => `${of.length === metrics.length ? 'Every metric' : of.join(', ')}: ${said}.`)
}

/** Dimensions that are described alike but for their names share a line. */
function dimensionLines(dimensions: readonly Dimension[]): readonly string[] {
  const alike = new Map<string, Dimension[]>()
  for (const dimension of dimensions) {
    const { name, description } = dimension
    const said = description.replace(name, 'NAME')
    alike.set(said, [...(alike.get(said) ?? []), dimension])
  }
  return [...alike].map(([said, group]) => {
    const [first] = group
    const description = group.length > 1 || first === undefined ? said : first.description
    const names = group.map(({ name }) => textOnOneLine(name)).join(', ')
    // Examples among all values say nothing more.
    const shown = first?.values === undefined ? description : description.replace(/, such as [^.]*/, '')
    return `${names}: ${textOnOneLine(shown)}${valuesText(first?.values)}`
  })
}

/** Every value that there can be, but for numbers in a row: the description says from where to where they go. */
function valuesText(values: readonly string[] | undefined): string {
  const isRun = values?.every((value, i) => value === String(Number(values[0]) + i))
  return values === undefined || isRun ? '' : ` One of ${values.join(', ')}.`
}

const saidOf = ({ name, description }: { name: string; description: string }) =>
  `${name}: ${textOnOneLine(description)}`

function namesText(names: readonly string[], path: string, context: ReportContext): string {
  return names.length === 0 ? 'none' : names.map((name) => listEntry(textAt(path, name, context))).join(', ')
}
