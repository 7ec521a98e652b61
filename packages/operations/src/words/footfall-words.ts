import {
  conditionsOf,
  Domain,
  Filter,
  type FilterCondition,
  FunnelStep,
  ProductId,
  ProductSelection,
  propertiesOf,
  ReportSchedule,
  ShownDeliveryTarget,
  TrackedEvent,
} from '@footfall/core-domain'
import type { HostWording, WordingContext } from '@footfall/kernel'
import { isScope, scopeDescription } from '@footfall/scopes-policy'
import { z } from 'zod'
import { AlertRule, watchOf } from '../features/alerts/kinds/index.ts'
import { stepInWords } from '../features/funnels/funnel.ts'
import { scheduleInWords } from '../features/reports/report.ts'
import { wordsOfField } from '../inputs/field-words.ts'
import { counted } from '../warnings/impact.ts'

/** The names of fields and values in changes of Footfall. */
export const FOOTFALL_WORDS: HostWording = { special: valueInWords, field: wordsOfField }

function valueInWords(value: unknown, context: WordingContext): string | undefined {
  if (typeof value === 'string') return textInWords(value, context)
  if (typeof value !== 'object') return undefined
  for (const [schema, words] of FORMS) {
    const parsed = schema.safeParse(value)
    if (parsed.success) return words(parsed.data as never, context)
  }
  return undefined
}

function textInWords(text: string, { names }: WordingContext): string | undefined {
  if (isScope(text)) return `${scopeDescription(text)} (${text})`
  // The reader may not be allowed to see the product.
  return ProductId.safeParse(text).success && !Object.hasOwn(names, text) ? 'another product' : undefined
}

/** A form of values with its words. */
type Form = readonly [z.ZodType, (value: never, context: WordingContext) => string]
const form = <Schema extends z.ZodType>(
  schema: Schema,
  words: (value: z.output<Schema>, context: WordingContext) => string,
): Form => [schema, words as Form[1]]

const Country = z.strictObject({ code: z.string().length(2) })
const Address = z.strictObject({ cidr: z.string(), note: z.string().optional() })
const Member = z.strictObject({ email: z.string(), role: z.string(), status: z.string() })
const Target = z.union([ShownDeliveryTarget, z.object({ kind: z.literal('email'), addresses: z.array(z.string()) })])
const COUNTRIES = new Intl.DisplayNames(['en'], { type: 'region' })

const FORMS: readonly Form[] = [
  form(Domain.strict(), ({ hostname, primary }) => (primary ? `${hostname} (primary)` : hostname)),
  form(Address, ({ cidr, note }) => (note === undefined ? cidr : `${cidr} (${note})`)),
  form(Country, ({ code }) => `${COUNTRIES.of(code) ?? code} (${code})`),
  form(Member, ({ email, role, status }) => `${email} (${role}, ${status})`),
  form(TrackedEvent.strict(), eventInWords),
  form(FunnelStep.strict(), stepInWords),
  form(AlertRule, (rule) => watchOf(rule).inWords),
  form(ReportSchedule, scheduleInWords),
  form(Target, (target) =>
    target.kind === 'email'
      ? `by email to ${target.addresses.join(', ')}`
      : `by ${target.format} webhook to ${target.url}`,
  ),
  form(ProductSelection, (products, { inWords, names }) => {
    if (products.mode === 'all') return 'all products'
    const named = products.ids.filter((id) => Object.hasOwn(names, id)).map(inWords)
    const others = products.ids.length - named.length
    return [...named, ...(others > 0 ? [counted(others, 'other product')] : [])].join(', ')
  }),
  form(Filter, (filter) => conditionsOf([filter]).map(conditionInWords).join(', or ')),
]

function eventInWords({ name, label, kind, goal, revenue, ...rest }: TrackedEvent): string {
  const facts = [
    kind === 'pageview' ? 'pageview' : 'custom event',
    label === undefined ? '' : `called “${label}”`,
    rest.path_pattern === undefined ? '' : `of ${rest.path_pattern}`,
    ...propertiesOf(rest).map((property, i) => `${i === 0 ? 'with ' : ''}${property.name}: ${property.value}`),
    rest.scroll_min === undefined ? '' : `scrolled to ${rest.scroll_min} %`,
    rest.engaged_seconds_min === undefined ? '' : `looked at for ${rest.engaged_seconds_min} s`,
    goal ? 'goal' : 'no goal',
    revenue ? 'with revenue' : 'without revenue',
  ]
  return `${name} (${facts.filter((fact) => fact !== '').join(', ')})`
}

function conditionInWords({ dimension, operator, values, scope, case_sensitive }: FilterCondition): string {
  const about = scope === undefined || scope === 'event' ? '' : ` of the ${scope}`
  const anyCase = case_sensitive === false ? ', in any case of letters' : ''
  return `${dimension.replaceAll('_', ' ')}${about} ${operator.replaceAll('_', ' ')} ${values.join(' or ')}${anyCase}`
}
