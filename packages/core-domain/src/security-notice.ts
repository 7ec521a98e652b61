import type { Account } from './entities/account.ts'
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
  { email, name }: Pick<Account, 'email' | 'name'>,
  event: SecurityEvent,
): OutboxMail {
  const at = timestamp(clock.now())
  const { subject, event: what, advice } = noticeText(event)
  return {
    id: randomId(random, 'out'),
    to: email,
    subject,
    text: `Hello ${mailLine(name)},\n\n${what} This was at ${at}.\n\nIf it was you, do nothing. ${advice}`,
    created_at: at,
  }
}

interface NoticeText {
  readonly subject: string
  readonly event: string
  readonly advice: string
}

const CHANGE_PASSWORD =
  'If it was not you, change your password in Footfall and leave “Also end tokens, keys and connected apps” checked.'
const RESET_PASSWORD =
  'If it was not you, reset your password on the sign-in page of Footfall, or ask the people who run the service.'
const REMOVE_FACTOR =
  'If it was not you, change your password in Footfall and check the second factors of your account.'

function noticeText(event: SecurityEvent): NoticeText {
  switch (event.kind) {
    case 'token_created':
      return {
        subject: 'New access token in your Footfall account',
        event: `The access token “${mailLine(event.name)}” (${event.prefix}…) was created in your account.`,
        advice: CHANGE_PASSWORD,
      }
    case 'token_replaced':
      return {
        subject: 'Access token replaced in your Footfall account',
        event: `The access token “${mailLine(event.name)}” of your account got a new secret (${event.prefix}…).`,
        advice: CHANGE_PASSWORD,
      }
    case 'key_created':
      return {
        subject: 'New Website API key from your Footfall account',
        event: `The key “${mailLine(event.name)}” (${event.prefix}…) of the product “${mailLine(event.product)}” was created by your account.`,
        advice: CHANGE_PASSWORD,
      }
    case 'connection_allowed':
      return {
        subject: 'New connected app in your Footfall account',
        event: `An app that calls itself “${mailLine(event.client)}” was allowed to use ${event.products === 1 ? 'one product' : `${event.products} products`} of your account.`,
        advice: CHANGE_PASSWORD,
      }
    case 'second_factor_added':
      return {
        subject: 'New second factor in your Footfall account',
        event: `${mailLine(event.factor)} was added to your account as a second factor.`,
        advice: REMOVE_FACTOR,
      }
    case 'second_factor_removed':
      return {
        subject: 'Second factor removed from your Footfall account',
        event: `${mailLine(event.factor)} was removed from your account.`,
        advice: REMOVE_FACTOR,
      }
    case 'recovery_codes_replaced':
      return {
        subject: 'New recovery codes for your Footfall account',
        event: 'New recovery codes were made for your account. The earlier ones no longer work.',
        advice: REMOVE_FACTOR,
      }
    case 'recovery_code_used':
      return {
        subject: 'A recovery code of your Footfall account was used',
        event: `A recovery code was used instead of your second factor. Unused codes: ${event.left}.`,
        advice: REMOVE_FACTOR,
      }
    case 'second_factors_reset':
      return {
        subject: 'Second factors removed from your Footfall account',
        event:
          'The people who run the service removed the authenticator app, passkeys and recovery codes of your account, and all browsers were signed out.',
        advice: RESET_PASSWORD,
      }
    case 'provider_linked':
      return {
        subject: 'New way to sign in to your Footfall account',
        event: `Your account can now be signed in to with ${mailLine(event.provider)}, which confirmed your address.`,
        advice:
          'If it was not you, contact the people who run the service: somebody can sign in there with your address.',
      }
    case 'password_changed':
      return {
        subject: 'Your Footfall password was changed',
        event: `The password of your account was changed, and all other browsers were signed out. ${endedText(event.ended)}`,
        advice: RESET_PASSWORD,
      }
    case 'password_reset':
      return {
        subject: 'Your Footfall password was reset',
        event: `The password of your account was reset, and all browsers were signed out. ${endedText(event.ended)}`,
        advice: RESET_PASSWORD,
      }
  }
}

function endedText(ended: EndedCredentials | undefined): string {
  if (ended === undefined) return 'Access tokens, Website API keys and connected apps keep working.'
  const { tokens, keys, connections } = ended
  return `Ended with it: ${tokens} access tokens, ${keys} Website API keys, ${connections} connected apps.`
}

/** Text that people or apps chose, on one line. */
