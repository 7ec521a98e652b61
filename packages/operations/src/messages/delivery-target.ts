import {
  createSealer,
  type DeliverySource,
  type DeliveryTarget,
  InvalidRequest,
  type Keyring,
  type RandomSource,
  randomBase62,
  type Sealer,
  Secret,
  type ShownDeliveryTarget,
  type StoredRecipient,
  type StoredTarget,
} from '@footfall/core-domain'
import { isPublicHost } from '@footfall/http-primitives'

const SECRET_PREFIX = 'whs_'
/** Enough base62 digits for 256 bits. */
const SECRET_LENGTH = 43
/** How much of an address is shown, to distinguish webhooks. */
const SHOWN_CHARACTERS = 4
/** How much of it stays hidden: of a shorter one nothing is shown but its host. */
const HIDDEN_CHARACTERS_MIN = 8

/** Encrypts addresses and signing secrets of webhooks, so that the database is not enough to use them. */
export function webhookSealer({ key, random }: { readonly key: Keyring; readonly random: RandomSource }): Sealer {
  return createSealer(key, 'webhooks', random)
}

interface Sealing {
  readonly delivery: { readonly sealer: Sealer }
  readonly random: RandomSource
}

/** A target with the signing secret that its receiver knows already, where it is that of another report or alert. */
export type PlannedTarget = DeliveryTarget & { readonly knownSecret?: Secret }

/**
 * A target as it is stored for its report or alert. A generic webhook gets a new signing secret, which is shown once, unless its
 * receiver knows one.
 */
export function storeTarget(
  { delivery: { sealer }, random }: Sealing,
  source: DeliverySource,
  target: PlannedTarget,
): { readonly stored: StoredTarget; readonly secret?: Secret } {
  if (target.kind === 'email') return { stored: { kind: target.kind, addresses: target.addresses } }
  const { kind, format, url, knownSecret } = target
  const webhook = { kind, format, sealed_url: sealer.seal(url, labelOf(source, 'url')) }
  if (format !== 'generic') return { stored: webhook }
  if (knownSecret !== undefined)
    return { stored: { ...webhook, sealed_secret: sealer.seal(knownSecret.reveal(), labelOf(source, 'secret')) } }
  const secret = SECRET_PREFIX + randomBase62(random, SECRET_LENGTH)
  return {
    stored: { ...webhook, sealed_secret: sealer.seal(secret, labelOf(source, 'secret')) },
    secret: new Secret(secret),
  }
}

/** What a plan says of the secret that `storeTarget` makes for a target. */
export function secretFacts(target: DeliveryTarget | undefined): { readonly makesSecret?: true } {
  return target?.kind === 'webhook' && target.format === 'generic' ? { makesSecret: true } : {}
}

/** The address and signing secret of a webhook; undefined when the key of the service has changed since. */
export function openWebhook(
  sealer: Sealer,
  source: DeliverySource,
  { sealed_url, sealed_secret }: Extract<StoredRecipient, { kind: 'webhook' }>,
): { readonly url: string; readonly secret: string | undefined } | undefined {
  const url = sealer.open(sealed_url, labelOf(source, 'url'))
  const secret = sealed_secret === undefined ? undefined : sealer.open(sealed_secret, labelOf(source, 'secret'))
  if (url === undefined || (sealed_secret !== undefined && secret === undefined)) return undefined
  return { url, secret }
}

type StoredWebhook = Extract<StoredTarget, { kind: 'webhook' }>

/** The same webhook, sealed with the current key; undefined when no accepted key opens it. */
export function resealWebhook(
  sealer: Sealer,
  source: DeliverySource,
  target: StoredWebhook,
): StoredWebhook | undefined {
  const opened = openWebhook(sealer, source, target)
  if (opened === undefined) return undefined
  return {
    ...target,
    sealed_url: sealer.seal(opened.url, labelOf(source, 'url')),
    ...(opened.secret !== undefined && { sealed_secret: sealer.seal(opened.secret, labelOf(source, 'secret')) }),
  }
}

const labelOf = (source: DeliverySource, part: 'url' | 'secret') => `${source} ${part}`

/** Each recipient of a target by itself. */
export function recipientsOf(target: StoredTarget): readonly StoredRecipient[] {
  return target.kind === 'email' ? target.addresses.map((address) => ({ kind: 'email', address })) : [target]
}

/** The target as people are shown it. */
export function shownTarget(
  sealer: Sealer,
  source: DeliverySource,
  target: StoredTarget,
  unsubscribed: ReadonlySet<string>,
): ShownDeliveryTarget {
  if (target.kind === 'email') {
    const { kind, addresses } = target
    return { kind, addresses: [...addresses], unsubscribed: addresses.filter((address) => unsubscribed.has(address)) }
  }
  const { kind, format } = target
  return { kind, format, url: shownUrl(openWebhook(sealer, source, target)?.url) }
}

/** The target as previews and the audit log name it. */
export function targetFacts(target: DeliveryTarget): Readonly<Record<string, unknown>> {
  const { kind } = target
  return kind === 'email'
    ? { kind, addresses: target.addresses }
    : { kind, format: target.format, url: shownUrl(target.url) }
}

/** “to 3 email addresses”, “to a Slack webhook”. */
export function targetInWords(target: Pick<DeliveryTarget, 'kind'> & Partial<DeliveryTarget>): string {
  if (target.kind === 'email') {
    const [first = '', ...others] = target.addresses ?? []
    return others.length === 0 ? `to ${first}` : `to ${others.length + 1} email addresses`
  }
  const names = { generic: 'a webhook', slack: 'a Slack webhook', discord: 'a Discord webhook' } as const
  return `to ${names[target.format ?? 'generic']}`
}

function shownUrl(url: string | undefined): string {
  if (url === undefined) return '…'
  const { origin, pathname, search } = new URL(url)
  const secret = pathname + search
  const isLong = secret.length >= HIDDEN_CHARACTERS_MIN + SHOWN_CHARACTERS
  return `${origin}/…${isLong ? secret.slice(-SHOWN_CHARACTERS) : ''}`
}

/** HTTPS, and the second port that web servers use for it. Other ports may belong to services that are not webhooks. */
const WEBHOOK_PORTS: ReadonlySet<string> = new Set(['', '443', '8443'])

/** Why a webhook may not have this address. The address of a name is checked on connection, since it can change. */
export function webhookProblem(url: string, privateHosts: ReadonlySet<string>): 'port' | 'host' | undefined {
  if (privateHosts.has(hostAndPort(url))) return undefined
  const { hostname, port } = new URL(url)
  if (!isPublicHost(hostname)) return 'host'
  return WEBHOOK_PORTS.has(port) ? undefined : 'port'
}

const WEBHOOK_PROBLEMS = {
  host: 'must be reachable from the public Internet',
  port: 'must have port 443 or 8443',
} as const

/** Throws `InvalidRequest` for a webhook with a private address, or on another port than those of HTTPS. */
export function assertReachable(
  { privateHosts }: { readonly privateHosts: ReadonlySet<string> },
  target: DeliveryTarget,
): void {
  const problem = target.kind === 'email' ? undefined : webhookProblem(target.url, privateHosts)
  if (problem !== undefined) throw new InvalidRequest([{ path: 'target.url', message: WEBHOOK_PROBLEMS[problem] }])
}

/** The host of an https address with its port, as `WEBHOOK_PRIVATE_HOSTS` names it. */
export function hostAndPort(url: string): string {
  const { hostname, port } = new URL(url)
  return `${hostname}:${port === '' ? 443 : port}`
}

/** What a preview says of a target. */
export function targetWarnings(delivery: { readonly sendsEmail: boolean }, target: Pick<DeliveryTarget, 'kind'>) {
  if (target.kind !== 'email') return ['The operator of the webhook sees the statistics.']
  return delivery.sendsEmail
    ? ['The statistics leave the service by email. Each address can unsubscribe with one click.']
    : ['No SMTP server is set up, so no email is sent. The operator sets SMTP_URL and MAIL_FROM.']
}
