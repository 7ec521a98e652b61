import {
  conditionsOf,
  DEFAULT_LANGUAGE,
  Domain,
  dimensionLabel,
  Filter,
  type FilterCondition,
  FunnelStep,
  isNamedDimension,
  type Language,
  ProductId,
  ProductSelection,
  propertiesOf,
  ReportSchedule,
  ShownDeliveryTarget,
  type TextsIn,
  TrackedEvent,
  textsIn,
} from '@footfall/core-domain'
import type { HostWording, WordingContext } from '@footfall/kernel'
import { isScope } from '@footfall/scopes-policy'
import { z } from 'zod'
import { AlertRule, watchOf } from '../features/alerts/kinds/index.ts'
import { stepInWords } from '../features/funnels/funnel.ts'
import { scheduleInWords } from '../features/reports/report.ts'
import { tagOf, wordsOfField } from '../inputs/field-words.ts'

/** The names of fields and values in changes of Footfall, in a language. */
export function footfallWords(language: Language): HostWording {
  const texts = textsIn(language)
  const { say } = texts
  return {
    special: (value, context) => valueInWords(value, context, texts),
    field: (path) => wordsOfField(path, language),
    language: {
      tag: tagOf(language),
      none: say('none.any'),
      yes: say('value.yes'),
      no: say('value.no'),
      separator: say('value.separator'),
    },
  }
}

function valueInWords(value: unknown, context: WordingContext, texts: TextsIn): string | undefined {
  if (typeof value === 'string') return textInWords(value, context, texts)
  if (typeof value !== 'object') return undefined
  for (const [schema, words] of FORMS) {
    const parsed = schema.safeParse(value)
    if (parsed.success) return words(parsed.data as never, texts, context)
  }
  return undefined
}

function textInWords(text: string, { names }: WordingContext, { say }: TextsIn): string | undefined {
  if (isScope(text)) return say('change.with_facts', { name: say(`scope.${text}`), facts: text })
  // The reader may not be allowed to see the product.
  return ProductId.safeParse(text).success && !Object.hasOwn(names, text) ? say('change.another_product') : undefined
}

/** A form of values with its words. */
type Form = readonly [z.ZodType, (value: never, texts: TextsIn, context: WordingContext) => string]
const form = <Schema extends z.ZodType>(
  schema: Schema,
  words: (value: z.output<Schema>, texts: TextsIn, context: WordingContext) => string,
): Form => [schema, words as Form[1]]

const Country = z.strictObject({ code: z.string().length(2) })
const Address = z.strictObject({ cidr: z.string(), note: z.string().optional() })
const Member = z.strictObject({ email: z.string(), role: z.string(), status: z.string() })
const Target = z.union([ShownDeliveryTarget, z.object({ kind: z.literal('email'), addresses: z.array(z.string()) })])

const FORMS: readonly Form[] = [
  form(Domain.strict(), ({ hostname, primary }, { say }) =>
    primary ? say('change.with_facts', { name: hostname, facts: say('change.primary') }) : hostname,
  ),
  form(Address, ({ cidr, note }, { say }) =>
    note === undefined ? cidr : say('change.with_facts', { name: cidr, facts: note }),
  ),
  form(Country, ({ code }, { language, say }) => {
    const name = new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code
    return say('change.with_facts', { name, facts: code })
  }),
  form(Member, ({ email, role, status }, texts) => {
    const facts = [named('role', role, texts), named('status', status, texts)].join(texts.say('value.separator'))
    return texts.say('change.with_facts', { name: email, facts })
  }),
  form(TrackedEvent.strict(), eventInWords),
  form(FunnelStep.strict(), stepInWords),
  form(AlertRule, (rule, { say }) => watchOf(rule).inWords(say)),
  form(ReportSchedule, scheduleInWords),
  form(Target, (target, texts) => {
    const { say } = texts
    return target.kind === 'email'
      ? say('change.by_email', { addresses: target.addresses.join(say('value.separator')) })
      : say('change.by_webhook', { format: named('format', target.format, texts), url: target.url })
  }),
  form(ProductSelection, (products, { say }, { inWords, names }) => {
    if (products.mode === 'all') return say('change.all_products')
    const known = products.ids.filter((id) => Object.hasOwn(names, id)).map(inWords)
    const count = products.ids.length - known.length
    return [...known, ...(count > 0 ? [say('change.other_products', { count })] : [])].join(say('value.separator'))
  }),
  form(Filter, (filter, texts) =>
    conditionsOf([filter])
      .map((condition) => conditionInWords(condition, texts))
      .join(texts.say('change.or_condition')),
  ),
]

/** A value of the field with this name, as changes of the field call it. */
function named(field: string, value: string, { language }: TextsIn): string {
  return wordsOfField(field, language)?.value?.(value) ?? value
}

function eventInWords({ name, label, kind, goal, revenue, ...rest }: TrackedEvent, { say }: TextsIn): string {
  const facts = [
    say(kind === 'pageview' ? 'change.pageview' : 'change.custom_event'),
    label === undefined ? '' : say('change.called', { label }),
    rest.path_pattern === undefined ? '' : say('change.of_path', { path: rest.path_pattern }),
    ...propertiesOf(rest).map((property, i) =>
      say(i === 0 ? 'change.with_property' : 'change.another_property', property),
    ),
    rest.scroll_min === undefined ? '' : say('change.scrolled', { percent: rest.scroll_min }),
    rest.engaged_seconds_min === undefined ? '' : say('change.looked_at', { seconds: rest.engaged_seconds_min }),
    say(goal ? 'change.goal' : 'change.no_goal'),
    say(revenue ? 'change.with_revenue' : 'change.without_revenue'),
  ]
  const shown = facts.filter((fact) => fact !== '').join(say('value.separator'))
  return say('change.with_facts', { name, facts: shown })
}

function conditionInWords(
  { dimension, operator, values, scope = 'event', case_sensitive }: FilterCondition,
  { language, say }: TextsIn,
): string {
  const condition = say('change.condition', {
    dimension: dimensionInWords(dimension, language),
    scope,
    operator: say(`change.operator_${operator}`),
    values: values.join(say('change.or_value')),
  })
  return case_sensitive === false ? say('change.any_case', { condition }) : condition
}

function dimensionInWords(dimension: string, language: Language): string {
  const isNamed = language !== DEFAULT_LANGUAGE && isNamedDimension(dimension)
  return isNamed ? dimensionLabel(dimension, language) : dimension.replaceAll('_', ' ')
}
