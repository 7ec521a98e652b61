import type { AlertJudgement, AlertRule, Message, MessageBlock, Product, StoredAlert } from '@footfall/core-domain'

/** Messages are in English, whoever reads them. */
const counts = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

interface ToldAlert {
  readonly alert: Pick<StoredAlert, 'id' | 'name' | 'rule'>
  readonly product: Pick<Product, 'id' | 'name' | 'timezone'>
  readonly transition: 'started' | 'ended'
  readonly judgement: AlertJudgement
  /** When it began. */
  readonly since: string
}

/** What an alert tells when something begins, or when it is over. */
export function alertMessage({ alert, product, transition, judgement, since }: ToldAlert, baseUrl: string): Message {
  const { rule } = alert
  const started = transition === 'started'
  const heading = started ? startedText(rule) : endedText(rule)
  const figures = figuresOf(rule, judgement)
  const text = `Judged at ${timeText(judgement.at, product.timezone)}.`
  return {
    subject: `${product.name}: ${started ? '' : 'over: '}${alert.name}`,
    heading: `${product.name}: ${heading}`,
    intro: started ? ruleText(rule) : `It began at ${timeText(since, product.timezone)}.`,
    sections: [{ blocks: [...figures, { kind: 'text', text }] }],
    ...framed({ alert, product }, baseUrl),
    data: {
      type: started ? 'alert_started' : 'alert_ended',
      ...namesOf({ alert, product }),
      active_since: since,
      judged_at: judgement.at,
      value: judgement.value,
      usual: judgement.usual,
    },
  }
}

/** What the test of an alert tells: where its messages arrive, and no figures. */
export function alertTestMessage(
  { alert, product, at }: Pick<ToldAlert, 'alert' | 'product'> & { readonly at: string },
  baseUrl: string,
): Message {
  const text = `This is a test, sent at ${timeText(at, product.timezone)}. Nothing has happened.`
  return {
    subject: `${product.name}: test: ${alert.name}`,
    heading: `${product.name}: test of the alert “${alert.name}”`,
    intro: ruleText(alert.rule),
    sections: [{ blocks: [{ kind: 'text', text }] }],
    ...framed({ alert, product }, baseUrl),
    data: { type: 'alert_test', ...namesOf({ alert, product }), sent_at: at },
  }
}

/** The parts that all messages of an alert have. */
function framed({ alert, product }: Pick<ToldAlert, 'alert' | 'product'>, baseUrl: string) {
  return {
    link: { label: 'Open the dashboard', url: `${baseUrl}/products/${product.id}` },
    reason: `You get this since somebody of “${product.name}” chose this address for the alert “${alert.name}”.`,
  }
}

const namesOf = ({ alert, product }: Pick<ToldAlert, 'alert' | 'product'>) => ({
  alert: { id: alert.id, name: alert.name, rule: alert.rule },
  product: { id: product.id, name: product.name, timezone: product.timezone },
})

function startedText(rule: AlertRule): string {
  switch (rule.kind) {
    case 'spike':
      return 'many more visitors than usual'
    case 'drop':
      return 'far fewer visitors than usual'
    case 'goal':
      return `the goal “${rule.goal}” reached ${counts.format(rule.count)}`
    case 'errors':
      return `${measureText(rule)} above ${limitText(rule, rule.limit)}`
    case 'silent':
      return `no events for ${hoursText(rule.hours)}`
  }
}

function endedText(rule: AlertRule): string {
  switch (rule.kind) {
    case 'spike':
    case 'drop':
      return 'visitors are as usual again'
    case 'goal':
      return `the day of the goal “${rule.goal}” is over`
    case 'errors':
      return `${measureText(rule)} back below the limit`
    case 'silent':
      return 'events arrive again'
  }
}

/** When it tells, as the person set it. */
function ruleText(rule: AlertRule): string {
  switch (rule.kind) {
    case 'spike':
      return `The last ${rule.span} had at least ${counts.format(rule.percent)}% more visitors than the same ${rule.span} of the four weeks before.`
    case 'drop':
      return `The last ${rule.span} had at least ${counts.format(rule.percent)}% fewer visitors than the same ${rule.span} of the four weeks before.`
    case 'goal':
      return `Told once a day when the goal has ${counts.format(rule.count)} conversions.`
    case 'errors':
      return rule.measure === 'errors'
        ? `The last ${rule.span} had more than ${limitText(rule, rule.limit)} script errors.`
        : `The 75th percentile of ${measureText(rule)} in the last ${rule.span} was above ${limitText(rule, rule.limit)}.`
    case 'silent':
      return 'Check that the pages still load the tracker, and that the site can be reached.'
  }
}

const LABELS = { spike: 'Visitors', drop: 'Visitors', goal: 'Conversions', silent: 'Events' } as const

type ErrorsRule = Extract<AlertRule, { kind: 'errors' }>

const measureText = ({ measure }: ErrorsRule) => (measure === 'errors' ? 'script errors' : measure.toUpperCase())

const scores = new Intl.NumberFormat('en', { maximumFractionDigits: 3 })

/** A number with the unit of what is measured. */
function limitText({ measure }: ErrorsRule, value: number): string {
  if (measure === 'errors') return counts.format(value)
  return measure === 'cls' ? scores.format(value) : `${counts.format(value)} ms`
}

function figuresOf(rule: AlertRule, { problem, value, usual }: AlertJudgement): readonly MessageBlock[] {
  if (problem !== null) return []
  if (rule.kind === 'errors') {
    const label = rule.measure === 'errors' ? 'Script errors' : rule.measure.toUpperCase()
    return [{ kind: 'figures', figures: [{ label, value: value === null ? 'No data' : limitText(rule, value) }] }]
  }
  const shown = value === null ? 'Withheld: too few visitors' : counts.format(value)
  const compared = usual === null ? {} : { change: `usually ${counts.format(usual)}` }
  return [{ kind: 'figures', figures: [{ label: LABELS[rule.kind], value: shown, ...compared }] }]
}

const hoursText = (hours: number) => (hours === 1 ? 'an hour' : `${hours} hours`)

/** An instant in the zone of the product, with the name of the zone. */
function timeText(at: string, timeZone: string): string {
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(at),
  )
  return `${text} (${timeZone})`
}
