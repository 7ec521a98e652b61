import type { Known } from '../known/checks.ts'
import type { ListedTool } from '../place/mcp-client.ts'

/** A fault as if it were in the service: it changes texts of answers, or what clients know before. */
export interface Fault {
  readonly name: string
  text?(text: string): string
  known?(known: Known): Known
}

const of = (name: string, text: (text: string) => string): Fault => ({ name, text })
const replaced = (name: string, from: RegExp, to: string) => of(name, (text) => text.replace(from, to))
const without = (name: string, line: RegExp) =>
  of(name, (text) =>
    text
      .split('\n')
      .filter((one) => !line.test(one))
      .join('\n'),
  )

/** Rows of every table whose names are known, with their cells changed. */
function cells(name: string, change: (row: string[], names: readonly string[]) => string[]): Fault {
  return of(name, (text) => {
    let names: readonly string[] | undefined
    return text
      .split('\n')
      .map((line) => {
        if (!line.includes('\t')) {
          names = undefined
          return line
        }
        if (names === undefined) {
          names = line.split('\t')
          return line
        }
        return change(line.split('\t'), names).join('\t')
      })
      .join('\n')
  })
}

/** Two columns whose cells are swapped while their names stay. */
const swapped = (one: string, other: string) =>
  cells(`the columns ${one} and ${other} are swapped`, (row, names) => {
    const [i, j] = [names.indexOf(one), names.indexOf(other)]
    const [a, b] = [row[i], row[j]]
    return a === undefined || b === undefined ? row : row.with(i, b).with(j, a)
  })

const rows = (name: string, change: (rows: string[]) => string[]) =>
  of(name, (text) =>
    text.replaceAll(/^(\S[^\n]*\t[^\n]*)\n((?:[^\n]*\t[^\n]*(?:\n|$))+)/gm, (_, head: string, body: string) => {
      const end = body.endsWith('\n') ? '\n' : ''
      return `${head}\n${change(body.trimEnd().split('\n')).join('\n')}${end}`
    }),
  )

const TEXTS: readonly Fault[] = [
  replaced('a withheld number is printed as zero', /\bwithheld \(\w+\)/g, '0 (available)'),
  replaced('an unavailable number is printed as zero', /\bunavailable \(\w+\)/g, '0 (available)'),
  replaced('an unavailable earlier number is printed as zero', /previous unavailable \(\w+\)/g, 'previous 0, – '),
  replaced('a number that was never collected is available', /\bempty\b/g, 'available'),
  replaced('withheld is called unavailable', /\bwithheld \(/g, 'unavailable ('),
  replaced('unavailable is called withheld', /\bunavailable \(/g, 'withheld ('),
  replaced(
    'every metric is titled “Figure”',
    /^(?:Visitors|Visits|Pageviews|Revenue|Conversions|\w+_\w+): /gm,
    'Figure: ',
  ),
  of('visitors and visits have each other’s name', (text) =>
    text.replace(/^(Visitors|Visits): /gm, (_, label: string) => (label === 'Visits' ? 'Visitors: ' : 'Visits: ')),
  ),
  replaced('the name of the bounce rate is another', /\bbounce_rate\b/g, 'exit_rate'),
  replaced('the name of the conversion rate is another', /\bconversion_rate\b/g, 'rate'),
  replaced('changes have no sign', /(?<=[\t ])[+-](?=[\d,.]+ %)/g, ''),
  of('changes have the opposite sign', (text) =>
    text.replace(/(?<=[\t ])[+-](?=[\d,.]+ %)/g, (sign) => (sign === '+' ? '-' : '+')),
  ),
  replaced('falls are printed as growth', /(?<=[\t ])-(?=[\d,.]+ %)/g, '+'),
  replaced('points are called percent', / points\)/g, ' %)'),
  replaced('an empty key is that of a person', /^\((?:none|direct)\)\t/gm, 'Direct\t'),
  replaced('shares have no percent sign', / %/g, ''),
  of('shares are ratios with a percent sign', (text) =>
    text.replace(/([\d.]+) %/g, (_, number: string) => `${Number(number) / 100} %`),
  ),
  replaced('numbers lose their last digits', /(\d),\d{3}(?![\d,])/g, '$1'),
  of('numbers are rounded to tens', (text) =>
    text.replace(/(?<![\w.-])(\d{1,3}(?:,\d{3})+)(?![\w.-])/g, (number) => `${number.slice(0, -1)}0`),
  ),
  replaced('money has no currency', / (?:EUR|USD|GBP|CHF)\b/g, ''),
  replaced('euros are called dollars', /\bEUR\b/g, 'USD'),
  of('amounts of other currencies are swapped', (text) =>
    text.replace(/\b(GBP|USD)\b/g, (currency) => (currency === 'GBP' ? 'USD' : 'GBP')),
  ),
  of('durations are plain seconds without a unit', (text) =>
    text.replace(/(\d+) min (\d+) s/g, (_, minutes: string, seconds: string) =>
      String(Number(minutes) * 60 + Number(seconds)),
    ),
  ),
  replaced('minutes and seconds are swapped', /(\d+) min (\d+) s/g, '$2 min $1 s'),
  replaced('the denominator of a share is missing', / of [\d,]+ visitors/g, ''),
  of('value and earlier value are swapped', (text) =>
    text.replace(/: (\S+) \(available\)(.*?); previous ([\d,]+)/g, ': $3 (available)$2; previous $1'),
  ),
  replaced('the earlier value is missing', /; previous [^;\n]*/g, ''),
  replaced('the days are those of another month', /1 Oct – 31 Oct/g, '1 Sep – 30 Sep'),
  replaced('the time zone is UTC for all', /, Europe\/Berlin/g, ', UTC'),
  replaced('today is yesterday', /today is 2026-11-18/g, 'today is 2026-11-17'),
  replaced('the retention is another', /1,095 days/g, '30 days'),
  swapped('visitors', 'previous'),
  swapped('conversions', 'converted_visitors'),
  swapped('key', 'label'),
  swapped('from_previous', 'from_first'),
  swapped('hits', 'pages'),
  swapped('pages', 'errors'),
  swapped('visitors', 'of visitors'),
  swapped('summary.visitors', 'summary.previous'),
  swapped('visitors', 'pageviews'),
  swapped('kind', 'match'),
  rows('the first row of each table is missing', ([, ...more]) => more),
  rows('the rows of each table are in the opposite order', (list) => list.toReversed()),
  rows('each table has its first row twice', ([first = '', ...more]) => [first, first, ...more]),
  cells('a series is shifted by one day', (row, names) =>
    names[0] === 'start'
      ? row.with(
          0,
          (row[0] ?? '').replace(/\d\d$/, (day) => String((Number(day) % 28) + 1).padStart(2, '0')),
        )
      : row,
  ),
  without('hints are missing', /^Hint /),
  replaced('hints offer nothing else', / Did you mean .*?\?/g, ''),
  replaced('hints suggest nothing', / Suggestion: .*$/gm, ''),
  without('what the revenue leaves out is missing', /^Left out/),
  without('nothing says what visitors wrote', /^Written by visitors/),
  of('texts of visitors are not quoted', (text) =>
    text.replace(/^"(.*?)"(?=\t)/gm, (_, inner: string) => inner.replace(' ', '\t')),
  ),
  replaced('notes of people are missing', /^- \d{4}-\d\d-\d\d .*$/gm, ''),
  replaced('a preview says that it was executed', /^state: previewed$/gm, 'state: executed'),
  replaced('what was executed is called a preview', /^state: executed$/gm, 'state: previewed'),
  replaced('a replay is called new', /replayed: true/g, 'replayed: false'),
  replaced('a new execution is called a replay', /replayed: false/g, 'replayed: true'),
  replaced('a preview has no warnings', /^warnings: .*$/gm, 'warnings: none'),
  replaced('a change is printed the other way round', /^(- \w+: )(.*) → (.*)$/gm, '$1$3 → $2'),
  replaced('a preview names no product', /^product: .*$/gm, ''),
  without('a preview does not say how to confirm', /^Nothing has changed yet/),
  replaced('errors offer nothing else', /; did you mean .*\?$/gm, ''),
  replaced('errors do not name the field', /^- [\w.]+: /gm, '- argument: '),
  replaced('errors have no code', /\(\w+, 400\)/g, '(400)'),
  replaced('a list ends after its first page', /^next_cursor: .*$/gm, 'next_cursor: none'),
  replaced(
    'the last 30 minutes have the visitors of the last 5',
    /^Visitors of the last 30 minutes: [\d,]+/gm,
    'Visitors of the last 30 minutes: 1',
  ),
  of('funnels have each other’s numbers', (text) =>
    text.replace(/entrants ([\d,]+)(.*\n(?:.*\n)*?.*)entrants ([\d,]+)/, 'entrants $3$2entrants $1'),
  ),
  replaced('a filter is shown as another', /"values":\["DE"\]/g, '"values":["US"]'),
]

const tools = (name: string, change: (tool: ListedTool) => ListedTool): Fault => ({
  name,
  known: (known) => ({ ...known, tools: known.tools.map(change) }),
})
const described = (tool: string, description: string) =>
  tools(`the description of ${tool} is ${JSON.stringify(description)}`, (one) =>
    one.name === tool ? { ...one, description } : one,
  )
const hinted = (name: string, tool: RegExp, hints: Partial<ListedTool['annotations']>) =>
  tools(name, (one) => (tool.test(one.name) ? { ...one, annotations: { ...one.annotations, ...hints } } : one))
const instructed = (name: string, change: (text: string) => string): Fault => ({
  name,
  known: (known) => ({ ...known, instructions: change(known.instructions) }),
})
const paragraph = (beginning: string) =>
  instructed(`the instructions have no paragraph “${beginning}”`, (text) =>
    text
      .split('\n\n')
      .filter((one) => !one.startsWith(beginning))
      .join('\n\n'),
  )

const KNOWN: readonly Fault[] = [
  tools('every description is “x”', (tool) => ({ ...tool, description: 'x' })),
  described('service_analytics_query', 'x'),
  described('service_analytics_realtime', 'x'),
  described('service_shields_update', 'x'),
  described('service_diagnostics_health', 'x'),
  described('service_preferences_update', 'Sets the theme of the dashboard.'),
  instructed('the instructions are another day’s', (text) =>
    text.replace(/Today is .*$/m, 'Today is Friday, 1999-01-01, in UTC.'),
  ),
  instructed('the instructions are one sentence', () => 'Today is Wednesday, 2026-11-18, in UTC.'),
  instructed('the instructions call ratios fractions', (text) =>
    text.replace('ratios are percent', 'ratios are from 0 to 1'),
  ),
  instructed('the instructions take a withheld number for zero', (text) => text.replace('never as zero', 'as zero')),
  paragraph('States'),
  paragraph('Changes'),
  paragraph('Only people'),
  paragraph('Errors'),
  hinted('a tool that writes is marked as reading', /_team_invite$/, { readOnlyHint: true }),
  hinted('a tool that reads is marked as writing', /_analytics_query$/, { readOnlyHint: false }),
  hinted('a tool that deletes is not marked as destructive', /_funnels_delete$/, { destructiveHint: false }),
  hinted('a tool that replaces is not marked as destructive', /_shields_update$/, { destructiveHint: false }),
  hinted('answers with texts of visitors are not marked', /_analytics_query$/, { openWorldHint: false }),
  tools('a deletion requires nothing', (tool) =>
    tool.name === 'service_funnels_delete' ? { ...tool, inputSchema: { ...tool.inputSchema, required: [] } } : tool,
  ),
  tools('changes take no key', (tool) => {
    const { idempotency_key: _, ...properties } = Object(tool.inputSchema.properties)
    return { ...tool, inputSchema: { ...tool.inputSchema, properties } }
  }),
]

export const FAULTS: readonly Fault[] = [...TEXTS, ...KNOWN]
