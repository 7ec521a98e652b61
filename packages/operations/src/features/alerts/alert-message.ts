import type { AlertJudgement, Message, MessageBlock, Product, StoredAlert } from '@footfall/core-domain'
import { watchOf } from './kinds/index.ts'

interface JudgedAlert {
  readonly alert: Pick<StoredAlert, 'id' | 'name' | 'rule'>
  readonly product: Pick<Product, 'id' | 'name' | 'timezone'>
  readonly transition: 'started' | 'ended'
  readonly judgement: AlertJudgement
  /** When it began. */
  readonly since: string
}

/** The message that is sent when an alert starts or ends. */
export function alertMessage({ alert, product, transition, judgement, since }: JudgedAlert, baseUrl: string): Message {
  const watch = watchOf(alert.rule)
  const started = transition === 'started'
  const figures: readonly MessageBlock[] =
    judgement.problem === null ? [{ kind: 'figures', figures: [watch.figure(judgement)] }] : []
  const text = `Judged at ${timeText(judgement.at, product.timezone)}.`
  return {
    subject: `${product.name}: ${started ? '' : 'over: '}${alert.name}`,
    heading: `${product.name}: ${started ? watch.started : watch.ended}`,
    intro: started ? watch.explained : `It began at ${timeText(since, product.timezone)}.`,
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

/** The message of a test: it shows where messages arrive, and has no statistics. */
export function alertTestMessage(
  { alert, product, at }: Pick<JudgedAlert, 'alert' | 'product'> & { readonly at: string },
  baseUrl: string,
): Message {
  const text = `This is a test, sent at ${timeText(at, product.timezone)}. Nothing has happened.`
  return {
    subject: `${product.name}: test: ${alert.name}`,
    heading: `${product.name}: test of the alert “${alert.name}”`,
    intro: watchOf(alert.rule).explained,
    sections: [{ blocks: [{ kind: 'text', text }] }],
    ...framed({ alert, product }, baseUrl),
    data: { type: 'alert_test', ...namesOf({ alert, product }), sent_at: at },
  }
}

/** The parts that all messages of an alert have. */
function framed({ alert, product }: Pick<JudgedAlert, 'alert' | 'product'>, baseUrl: string) {
  return {
    link: { label: 'Open the dashboard', url: `${baseUrl}/products/${product.id}` },
    reason: `You get this since somebody of “${product.name}” chose this address for the alert “${alert.name}”.`,
  }
}

const namesOf = ({ alert, product }: Pick<JudgedAlert, 'alert' | 'product'>) => ({
  alert: { id: alert.id, name: alert.name, rule: alert.rule },
  product: { id: product.id, name: product.name, timezone: product.timezone },
})

/** An instant in the zone of the product, with the name of the zone. */
function timeText(at: string, timeZone: string): string {
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(at),
  )
  return `${text} (${timeZone})`
}
