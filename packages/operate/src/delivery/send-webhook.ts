import type { Clock, Delivery, Message, Sealer, StoredRecipient, WebhookFormat } from '@footfall/core-domain'
import {
  GuardedRequestFailed,
  type GuardedRequestOptions,
  guardedRequest,
  type RequestFailure,
  type ResponseHead,
} from '@footfall/http-primitives'
import { hostAndPort, openWebhook, webhookProblem } from '@footfall/operations'
import { discordBody } from './formats/discord.ts'
import { slackBody } from './formats/slack.ts'
import { NotDelivered } from './not-delivered.ts'
import { SIGNATURE_HEADER, signature } from './signature.ts'

const TIMEOUT_MS = 10_000
/** Only the status counts, so a longer response is not read. */
const ANSWER_BYTES_MAX = 64 * 1024

export interface WebhookOptions extends Partial<Pick<GuardedRequestOptions, 'resolver' | 'certificateAuthorities'>> {
  readonly sealer: Sealer
  readonly clock: Clock
  /** `host:port` of webhooks that may have private addresses; the operator trusts them. */
  readonly privateHosts: ReadonlySet<string>
  readonly timeoutMs?: number
}

export type WebhookDelivery = Pick<Delivery, 'id' | 'source' | 'message' | 'created_at'> & {
  readonly recipient: Extract<StoredRecipient, { kind: 'webhook' }>
}

/** Posts a message to a webhook. Throws `NotDelivered`, whose text names neither the address nor a secret. */
export async function sendWebhook(delivery: WebhookDelivery, options: WebhookOptions): Promise<void> {
  const opened = openWebhook(options.sealer, delivery.source, delivery.recipient)
  if (opened === undefined)
    throw new NotDelivered(
      'The address cannot be read, since the secret of the service was changed. Set it again.',
      'final',
    )
  // The rule or the list of private hosts may have changed since the webhook was saved.
  const problem = webhookProblem(opened.url, options.privateHosts)
  if (problem !== undefined) throw new NotDelivered(PROBLEMS[problem], 'later')
  const url = new URL(opened.url)
  const body = webhookBody(delivery.recipient.format, delivery)
  const signed =
    opened.secret === undefined ? {} : { [SIGNATURE_HEADER]: signature(opened.secret, body, options.clock.now()) }
  const { resolver, certificateAuthorities, timeoutMs = TIMEOUT_MS } = options
  try {
    await guardedRequest(url, {
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Footfall',
        'footfall-delivery': delivery.id,
        ...signed,
      },
      anyAddress: options.privateHosts.has(hostAndPort(opened.url)),
      resolver,
      certificateAuthorities,
      timeoutMs,
      bytesMax: ANSWER_BYTES_MAX,
      inspect: assertAccepted,
    })
  } catch (error) {
    if (!(error instanceof GuardedRequestFailed)) throw error
    // The status was accepted, and the rest of the response is not needed.
    if (READ_AFTER_STATUS.has(error.failure)) return
    throw new NotDelivered(FAILURES[error.failure] ?? 'The webhook could not be reached.', 'later')
  }
}

/** The body of a webhook. A repeat has the same body, and the same id in it. */
export function webhookBody(
  format: WebhookFormat,
  { id, message, created_at }: Pick<Delivery, 'id' | 'created_at'> & { readonly message: Message },
): string {
  switch (format) {
    case 'generic':
      return JSON.stringify({ id, created_at, ...message.data })
    case 'slack':
      return JSON.stringify(slackBody(message))
    case 'discord':
      return JSON.stringify(discordBody(message))
  }
}

const READ_AFTER_STATUS: ReadonlySet<RequestFailure> = new Set(['too_large', 'unknown_encoding', 'damaged'])

const PROBLEMS = {
  host: 'The webhook has an address that is not on the public Internet.',
  port: 'The webhook has a port other than 443 and 8443.',
} as const

const FAILURES: Readonly<Partial<Record<RequestFailure, string>>> = {
  address_not_public: PROBLEMS.host,
  timed_out: 'The webhook did not answer in time.',
  unreachable: 'The webhook could not be reached.',
}

function assertAccepted({ status }: ResponseHead): void {
  if (status >= 200 && status < 300) return
  if (status >= 300 && status < 400)
    throw new NotDelivered('The webhook answered with a redirect, which is not followed.', 'later')
  throw new NotDelivered(`The webhook answered with status ${status}.`, 'later')
}
