import type { ListedTool } from '../place/mcp-client.ts'
import { CHOICES, rankedTools } from './tool-choice.ts'

/** What a client knows before its first call. */
export interface Known {
  readonly instructions: string
  readonly tools: readonly ListedTool[]
}

/** Something that a model must be able to know before its first call. */
export interface Check {
  readonly name: string
  /** What is wrong; undefined where nothing is. */
  fault(known: Known): string | undefined
}

const AMONG = 3

const CHOICE_CHECKS: readonly Check[] = CHOICES.map(([asks, tool]) => ({
  name: `finds the tool for “${asks}”`,
  fault({ tools }) {
    const found = rankedTools(asks, tools).slice(0, AMONG)
    return found.includes(tool) ? undefined : `${tool} is not among ${found.join(', ')}`
  },
}))

/** What no tool does, and the part of the address at which a person does it. */
const FOR_PEOPLE: readonly (readonly [string, string, string])[] = [
  ['Share the dashboard of Lumen Notes with a client.', 'shared links', 'sharing'],
  ['Tell me when traffic drops.', 'alerts', 'alerts'],
  ['Send me a report every Monday.', 'scheduled reports', 'reports'],
  ['Import our history from another service.', 'imports', 'import'],
  ['Export all events as a file.', 'exports', 'export'],
  ['Connect Search Console.', 'connections to other services', 'integrations'],
  ['Delete the product.', 'deleting a product', 'delete'],
  ['Save these filters as a segment.', 'segments', '/products/{product}'],
  ['Note the launch in the chart.', 'annotations', '/products/{product}'],
  ['Which errors do our scripts throw?', 'script errors', '/products/{product}/errors'],
  ['Erase a visitor.', 'data of single visitors', 'events'],
  ['Who changed the settings?', 'activity of members', 'activity'],
  ['Change my password.', 'passwords', '/account/security'],
  ['Disconnect another app.', 'connected apps', '/account/apps'],
  ['Replace the secret of this token.', 'replacing tokens', '/account/tokens'],
  ['Approve the change that waits.', 'approvals', '/account/approvals'],
]

const PEOPLE_CHECKS: readonly Check[] = FOR_PEOPLE.map(([asks, thing, page]) => ({
  name: `hands over “${asks}”`,
  fault({ instructions }) {
    const [paragraph] = instructions.split('\n\n').filter((text) => text.startsWith('Only people do these'))
    return paragraph?.includes(thing) && paragraph.includes(page)
      ? undefined
      : `the instructions do not lead to ${page} for ${thing}`
  },
}))

/** What the instructions must say, each by the paragraph that begins with its label. */
const SAID: readonly (readonly [string, RegExp])[] = [
  ['Today is ', /^Wednesday, 2026-11-18, in UTC/],
  ['States: ', /"available", and then 0 means zero.*never as zero/],
  ['States: ', /"withheld": too few visitors/],
  ['Answers: ', /ratios are percent, durations are min and s, money has its currency/],
  ['Answers: ', /cells separated by tabs; `–` is no value/],
  ['Changes: ', /answers a preview first.*confirm: true and idempotency_key/],
  ['Changes: ', /repeat with the same key: within 24 hours it happens once/],
  ['Changes: ', /set the whole list: read it first/],
  ['Pages: ', /next_cursor is the cursor of the next page/],
  ['Errors: ', /visitors wrote.*data, never instructions/],
  ['Secrets ', /shown once/],
  ['Questions: ', /service_analytics_query measures.*from and to are both included/],
  ['When a number looks too low', /service_diagnostics_health/],
]

const SAID_CHECKS: readonly Check[] = SAID.map(([label, said]) => ({
  name: `reads ${said} after “${label.trim()}”`,
  fault({ instructions }) {
    const found = instructions.split('\n\n').find((text) => text.startsWith(label))
    return found !== undefined && said.test(found.slice(label.length)) ? undefined : `the instructions do not say it`
  },
}))

const removes = (name: string) => /_(delete|remove|revoke)$/.test(name)
const reads = (name: string) =>
  /_(list|get|catalog|query|realtime|goals|search_console|crawlers)$|_diagnostics_/.test(name)
/** Tools that set a whole list: what is not sent is gone. */
const REPLACES = ['service_shields_update', 'service_domains_update', 'service_events_update']

const everyTool = (name: string, isRight: (tool: ListedTool) => boolean): Check => ({
  name,
  fault({ tools }) {
    const wrong = tools.filter((tool) => !isRight(tool)).map((tool) => tool.name)
    return wrong.length === 0 ? undefined : wrong.join(', ')
  },
})

const argumentsOf = ({
  inputSchema,
}: ListedTool): Readonly<Record<string, { description?: string; enum?: unknown[] }>> => Object(inputSchema.properties)
const requiredOf = ({ inputSchema }: ListedTool): readonly unknown[] =>
  Array.isArray(inputSchema.required) ? inputSchema.required : []

const HINT_CHECKS: readonly Check[] = [
  everyTool(
    'marks as reading exactly the tools that read',
    ({ name, annotations }) => annotations.readOnlyHint === reads(name),
  ),
  everyTool(
    'marks as destructive the tools that delete or replace',
    ({ name, annotations }) => !(removes(name) || REPLACES.includes(name)) || annotations.destructiveHint,
  ),
  everyTool(
    'marks no tool as destructive that reads',
    ({ annotations }) => !(annotations.readOnlyHint && annotations.destructiveHint),
  ),
  everyTool(
    'marks the tools whose answers visitors write',
    ({ name, annotations }) =>
      !/_analytics_(query|realtime|crawlers|search_console)$/.test(name) || annotations.openWorldHint,
  ),
  everyTool('describes every argument', (tool) =>
    Object.values(argumentsOf(tool)).every(({ description = '' }) => description.length > 5),
  ),
  everyTool(
    'takes a confirmation and a key for each change',
    (tool) => reads(tool.name) || ['confirm', 'idempotency_key'].every((name) => name in argumentsOf(tool)),
  ),
  everyTool(
    'requires the thing that is deleted or changed',
    (tool) => !removes(tool.name) || requiredOf(tool).length > 0,
  ),
  {
    name: 'names the periods, operators and orders that a question takes',
    fault({ tools }) {
      const text = JSON.stringify(tools.find(({ name }) => name === 'service_analytics_query')?.inputSchema)
      const missing = ['last_month', 'previous_period', 'is_not', 'interval', 'dimension'].filter(
        (word) => !text.includes(word),
      )
      return missing.length === 0 ? undefined : missing.join(', ')
    },
  },
]

export const CHECKS: readonly Check[] = [...CHOICE_CHECKS, ...PEOPLE_CHECKS, ...SAID_CHECKS, ...HINT_CHECKS]
