import { z } from 'zod'
import { Timestamp } from '../time/instant.ts'
import { Email } from './common.ts'

/** The most email addresses that one report or alert is sent to. */
export const ADDRESSES_MAX = 20
const URL_LENGTH_MAX = 2048

/** How the body of a webhook is written: signed JSON, or what Slack or Discord take. */
export const WebhookFormat = z.enum(['generic', 'slack', 'discord'])
export type WebhookFormat = z.infer<typeof WebhookFormat>

/** An address of a webhook. Whether it is on the public Internet is decided when it is connected to. */
export const WebhookUrl = z
  .string()
  .trim()
  .max(URL_LENGTH_MAX, `must have at most ${URL_LENGTH_MAX} characters`)
  .refine(isPlainHttpsUrl, 'must be an address that begins with https:// and holds no user name, password or fragment')
  .meta({ example: 'https://example.com/hooks/footfall' })

function isPlainHttpsUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hash } = new URL(text)
  // An empty user name is one as well: the parser drops it, and readers take the text before the @ for the host.
  return protocol === 'https:' && !/^[^/]*\/\/[^/?#\\]*@/.test(text) && hash === ''
}

const Addresses = z
  .array(Email)
  .min(1, 'must hold at least one address')
  .max(ADDRESSES_MAX, `must hold at most ${ADDRESSES_MAX} addresses`)
  .refine((addresses) => new Set(addresses).size === addresses.length, 'must not hold an address twice')

/** Where reports and alerts are sent: to email addresses, or to one webhook. */
export const DeliveryTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('email'), addresses: Addresses }),
  z.strictObject({ kind: z.literal('webhook'), format: WebhookFormat, url: WebhookUrl }),
])
export type DeliveryTarget = z.infer<typeof DeliveryTarget>

/** The same as it is shown. Who knows the address of a Slack or Discord webhook may post there, so it is cut. */
export const ShownDeliveryTarget = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('email'),
    addresses: z.array(z.string()),
    unsubscribed: z
      .array(z.string())
      .meta({ description: 'Those of the addresses that ended it for themselves. They get none of these emails.' }),
  }),
  z.object({
    kind: z.literal('webhook'),
    format: WebhookFormat,
    url: z
      .string()
      .meta({ description: 'Its origin and the last four characters, such as `https://example.com/…a1b2`.' }),
  }),
])
export type ShownDeliveryTarget = z.infer<typeof ShownDeliveryTarget>

/** How the last one was delivered. */
export const LastDelivery = z.object({
  at: Timestamp.meta({ description: 'When it was to be sent.' }),
  state: z.enum(['waiting', 'delivered', 'partly_delivered', 'failed']).meta({
    description: 'waiting: it is being sent, or sent again after a failure; failed: not accepted within a day.',
  }),
  recipients: z.int().min(0),
  delivered: z.int().min(0).meta({ description: 'Recipients that accepted it.' }),
  problem: z.string().nullable().meta({ description: 'What the last failed attempt met; null without one.' }),
})
export type LastDelivery = z.infer<typeof LastDelivery>
