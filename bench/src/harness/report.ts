import type { Samples } from './samples.ts'

/** One metric of a bench. */
export interface Line {
  readonly what: string
  /** Empty for a count. */
  readonly unit: 'µs' | 'ms' | '/s' | 's' | 'MiB' | 'B' | 'TB' | 'Mbit/s' | 'cores' | ''
  readonly ours: Samples
  readonly baseline?: { readonly name: string; readonly samples: Samples }
  /** What the median must reach: a ratio to the baseline, or a bound on the value itself. */
  readonly demand?: Demand
}

export type Demand =
  /** How many times faster than the baseline, or which share of its rate. */
  | { readonly ratioAtLeast: number }
  /** At most so many times the baseline. */
  | { readonly timesAtMost: number }
  | { readonly atLeast: number }
  | { readonly atMost: number }

export interface Report {
  readonly lines: readonly Line[]
  readonly notes: readonly string[]
}

export interface Bench {
  readonly name: string
  readonly title: string
  run(): Promise<Report>
}

/** How many times better than the baseline; above 1 is better whatever the unit. */
export function ratio({ unit, ours, baseline }: Line): number | undefined {
  if (!baseline) return undefined
  return unit === '/s' ? ours.median / baseline.samples.median : baseline.samples.median / ours.median
}

export function isMet(line: Line): boolean | undefined {
  const { demand, ours, baseline } = line
  if (!demand) return undefined
  if ('ratioAtLeast' in demand) return (ratio(line) ?? 0) >= demand.ratioAtLeast
  if ('timesAtMost' in demand)
    return baseline !== undefined && ours.median <= demand.timesAtMost * baseline.samples.median
  return 'atLeast' in demand ? ours.median >= demand.atLeast : ours.median <= demand.atMost
}

const HEADER = ['metric', 'ours', 'baseline', 'ratio', 'demanded', 'met']

export function markdown(title: string, { lines, notes }: Report, machine: string, at: string): string {
  const rows = lines.map(cells)
  const table = [HEADER, HEADER.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)
  return `${[`# ${title}`, `${at}, on ${machine}. Medians, with the lowest and highest round in brackets.`, table.join('\n'), notes.map((note) => `- ${note}`).join('\n')].join('\n\n')}\n`
}

/** The same table for a terminal. */
export function plainTable({ lines }: Report): string {
  const rows = [HEADER, ...lines.map(cells)]
  const widths = HEADER.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}

function cells(line: Line): string[] {
  const { what, unit, ours, baseline } = line
  const times = ratio(line)
  const met = isMet(line)
  return [
    what,
    formatSamples(ours, unit),
    baseline ? `${baseline.name} ${formatSamples(baseline.samples, unit)}` : '',
    times === undefined ? '' : `${times.toFixed(times < 10 ? 2 : 1)}×`,
    demanded(line),
    met === undefined ? '' : met ? 'yes' : 'NO',
  ]
}

function demanded({ demand, unit }: Line): string {
  if (!demand) return ''
  if ('ratioAtLeast' in demand) return `≥ ${demand.ratioAtLeast}×`
  if ('timesAtMost' in demand) return `≤ ${demand.timesAtMost} × baseline`
  return 'atLeast' in demand ? `≥ ${number(demand.atLeast)} ${unit}` : `≤ ${number(demand.atMost)} ${unit}`
}

function formatSamples({ median, low, high, rounds }: Samples, unit: Line['unit']): string {
  return `${number(median)} ${unit}${rounds > 1 ? ` (${number(low)}–${number(high)})` : ''}`
}

function number(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en')
  return value.toFixed(value < 10 ? 2 : 1)
}
