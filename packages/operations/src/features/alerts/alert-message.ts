import type { AlertJudgement, Language, Message, MessageBlock, Product, StoredAlert } from '@footfall/core-domain'
import { type MessageWords, messageWords } from '../../messages/message-words.ts'
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
export function alertMessage(
  { alert, product, transition, judgement, since }: JudgedAlert,
  baseUrl: string,
  language: Language,
): Message {
  const words = messageWords(language)
  const said = watchOf(alert.rule).said(words)
  const started = transition === 'started'
  const metrics: readonly MessageBlock[] =
    judgement.problem === null ? [{ kind: 'figures', figures: [said.metric(judgement)] }] : []
  const names = { product: product.name, alert: alert.name }
  const text = words.say('message.alert_judged', { at: words.instant(judgement.at, product.timezone) })
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
function framed({ alert, product }: Pick<JudgedAlert, 'alert' | 'product'>, baseUrl: string, { say }: MessageWords) {
  return {
    link: { label: say('message.open_dashboard'), url: `${baseUrl}/products/${product.id}` },
    reason: say('message.alert_reason', { product: product.name, alert: alert.name }),
  }
}

const namesOf = ({ alert, product }: Pick<JudgedAlert, 'alert' | 'product'>) => ({
  alert: { id: alert.id, name: alert.name, rule: alert.rule },
  product: { id: product.id, name: product.name, timezone: product.timezone },
})
