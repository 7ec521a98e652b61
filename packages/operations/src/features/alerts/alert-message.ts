import type { AlertEvaluation, Language, Message, MessageBlock, Product, StoredAlert } from '@footfall/core-domain'
import { type MessageWords, messageWords } from '../../messages/message-words.ts'
import { watchOf } from './kinds/index.ts'

interface EvaluatedAlert {
  readonly alert: Pick<StoredAlert, 'id' | 'name' | 'rule'>
  readonly product: Pick<Product, 'id' | 'name' | 'timezone'>
  readonly transition: 'started' | 'ended'
  readonly evaluation: AlertEvaluation
  /** When it began. */
  readonly since: string
}

/** The message that is sent when an alert starts or ends. */
export function alertMessage(
  { alert, product, transition, evaluation, since }: EvaluatedAlert,
  baseUrl: string,
  language: Language,
): Message {
  const words = messageWords(language)
  const said = watchOf(alert.rule).said(words)
  const started = transition === 'started'
  const metrics: readonly MessageBlock[] =
    evaluation.problem === null ? [{ kind: 'figures', figures: [said.metric(evaluation)] }] : []
  const names = { product: product.name, alert: alert.name }
  const text = words.say('message.alert_checked', { at: words.instant(evaluation.at, product.timezone) })
  return {
    language,
    subject: words.say(`message.alert_subject_${transition}`, names),
    heading: words.say('message.alert_heading', { product: product.name, what: started ? said.started : said.ended }),
    intro: started ? said.explained : words.say('message.alert_began', { at: words.instant(since, product.timezone) }),
    sections: [{ blocks: [...metrics, { kind: 'text', text }] }],
    ...framed({ alert, product }, baseUrl, words),
    data: {
      type: started ? 'alert_started' : 'alert_ended',
      ...namesOf({ alert, product }),
      active_since: since,
      judged_at: evaluation.at,
      value: evaluation.value,
      usual: evaluation.usual,
    },
  }
}

/** The message of a test: it shows where messages arrive, and has no statistics. */
export function alertTestMessage(
  { alert, product, at }: Pick<EvaluatedAlert, 'alert' | 'product'> & { readonly at: string },
  baseUrl: string,
  language: Language,
): Message {
  const words = messageWords(language)
  const names = { product: product.name, alert: alert.name }
  const text = words.say('message.alert_test', { at: words.instant(at, product.timezone) })
  return {
    language,
    subject: words.say('message.alert_subject_test', names),
    heading: words.say('message.alert_heading_test', names),
    intro: watchOf(alert.rule).said(words).explained,
    sections: [{ blocks: [{ kind: 'text', text }] }],
    ...framed({ alert, product }, baseUrl, words),
    data: { type: 'alert_test', ...namesOf({ alert, product }), sent_at: at },
  }
}

/** The parts that all messages of an alert have. */
function framed({ alert, product }: Pick<EvaluatedAlert, 'alert' | 'product'>, baseUrl: string, { say }: MessageWords) {
  return {
    link: { label: say('message.open_dashboard'), url: `${baseUrl}/products/${product.id}` },
    reason: say('message.alert_reason', { product: product.name, alert: alert.name }),
  }
}

const namesOf = ({ alert, product }: Pick<EvaluatedAlert, 'alert' | 'product'>) => ({
  alert: { id: alert.id, name: alert.name, rule: alert.rule },
  product: { id: product.id, name: product.name, timezone: product.timezone },
})
