import type { Account } from './entities/account.ts'
import { type TextsIn, textsIn } from './languages/texts-in.ts'
import { mailLine } from './mail-line.ts'
import type { OutboxMail } from './ports/outbox.ts'
import { type RandomSource, randomId } from './random.ts'
import { type Clock, timestamp } from './time/instant.ts'

export interface EndedCredentials {
  readonly tokens: number
  readonly keys: number
  readonly connections: number
}

/** An event that the owner of an account is mailed about, since somebody else may have caused it. */
export type SecurityEvent =
  | { readonly kind: 'token_created' | 'token_replaced'; readonly name: string; readonly prefix: string }
  | { readonly kind: 'trust_added'; readonly name: string; readonly issuer: string; readonly subject: string }
  | { readonly kind: 'key_created'; readonly name: string; readonly prefix: string; readonly product: string }
  | { readonly kind: 'connection_allowed'; readonly client: string; readonly products: number }
  | { readonly kind: 'second_factor_added' | 'second_factor_removed'; readonly factor: string }
  | { readonly kind: 'recovery_codes_replaced' }
  | { readonly kind: 'recovery_code_used'; readonly left: number }
  | { readonly kind: 'second_factors_reset' }
  | { readonly kind: 'provider_linked'; readonly provider: string }
  | { readonly kind: 'password_changed' | 'password_reset'; readonly ended: EndedCredentials | undefined }

/**
 * An email to the owner of an account. It holds no secret and no link, and no text of others in its subject. Enqueue it in
 * the transaction of the event.
 */
export function securityNotice(
  { clock, random }: { readonly clock: Clock; readonly random: RandomSource },
  { email, name, language }: Pick<Account, 'email' | 'name' | 'language'>,
  event: SecurityEvent,
): OutboxMail {
  const at = timestamp(clock.now())
  const { say } = textsIn(language)
  const { subject, event: what, advice } = noticeText(event, say)
  return {
    id: randomId(random, 'out'),
    to: email,
    subject,
    text: [
      say('mail.hello', { name: mailLine(name) }),
      `${what} ${say('mail.at', { at })}`,
      `${say('mail.if_you')} ${advice}`,
    ].join('\n\n'),
    created_at: at,
  }
}

interface NoticeText {
  readonly subject: string
  readonly event: string
  readonly advice: string
}

type Say = TextsIn['say']

function noticeText(event: SecurityEvent, say: Say): NoticeText {
  const subject = say(`mail.${event.kind}_subject`)
  switch (event.kind) {
    case 'token_created':
    case 'token_replaced': {
      const { name, prefix } = event
      const text = say(`mail.${event.kind}`, { name: mailLine(name), prefix })
      return { subject, event: text, advice: say('mail.advice_change_password') }
    }
    case 'trust_added': {
      const { name, issuer, subject: workload } = event
      const text = say('mail.trust_added', {
        name: mailLine(name),
        issuer: mailLine(issuer),
        workload: mailLine(workload),
      })
      return { subject, event: text, advice: say('mail.advice_change_password') }
    }
    case 'key_created': {
      const { name, prefix, product } = event
      const text = say('mail.key_created', { name: mailLine(name), prefix, product: mailLine(product) })
      return { subject, event: text, advice: say('mail.advice_change_password') }
    }
    case 'connection_allowed': {
      const text = say('mail.connection_allowed', { client: mailLine(event.client), products: event.products })
      return { subject, event: text, advice: say('mail.advice_change_password') }
    }
    case 'second_factor_added':
    case 'second_factor_removed': {
      const text = say(`mail.${event.kind}`, { factor: mailLine(event.factor) })
      return { subject, event: text, advice: say('mail.advice_factors') }
    }
    case 'recovery_codes_replaced':
      return { subject, event: say('mail.recovery_codes_replaced'), advice: say('mail.advice_factors') }
    case 'recovery_code_used':
      return {
        subject,
        event: say('mail.recovery_code_used', { left: event.left }),
        advice: say('mail.advice_factors'),
      }
    case 'second_factors_reset':
      return { subject, event: say('mail.second_factors_reset'), advice: say('mail.advice_reset_password') }
    case 'provider_linked':
      return {
        subject,
        event: say('mail.provider_linked', { provider: mailLine(event.provider) }),
        advice: say('mail.advice_provider'),
      }
    case 'password_changed':
    case 'password_reset': {
      const text = `${say(`mail.${event.kind}`)} ${endedText(event.ended, say)}`
      return { subject, event: text, advice: say('mail.advice_reset_password') }
    }
  }
}

function endedText(ended: EndedCredentials | undefined, say: Say): string {
  return ended === undefined ? say('mail.ended_none') : say('mail.ended', { ...ended })
}

/** Text that people or apps chose, on one line. */
