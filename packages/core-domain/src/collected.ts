import { z } from 'zod'
import { EVENT_NAME_LENGTH_MAX, PROPERTY_NAME_LENGTH_MAX, PROPERTY_VALUE_LENGTH_MAX } from './dimensions.ts'
import { CurrencyCode, personText } from './entities/common.ts'
import { ScriptError, WebVitals } from './page-reports.ts'
import { DAY_MS } from './time/units.ts'

export const URL_LENGTH_MAX = 2048
/** Of the names that senders give visitors, events and payments. */
export const SENDER_ID_LENGTH_MAX = 255
export const PROPERTIES_MAX = 30
/** For single events. Imports may hold events that were collected before this limit. */
export const PROPERTIES_BYTES_MAX = 8 * 1024

/** An absolute URL; apps use their own scheme, such as `app://com.example.ios/settings`. */
const AbsoluteUrl = z
  .string()
  .max(URL_LENGTH_MAX, `must have at most ${URL_LENGTH_MAX} characters`)
  .refine((text) => URL.canParse(text) && !text.includes('\0'), 'must be an absolute URL')

/** How a site names a visitor, of events, imports and requests alike: the same text is the same visitor. */
export const VisitorName = personText(SENDER_ID_LENGTH_MAX)

/** A decimal number as text or as a number; stored as text so that it stays exact. */
export const MoneyAmount = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(
    z
      .string()
      .regex(/^-?\d{1,12}(\.\d{1,4})?$/, 'must be a decimal with at most 12 digits before and 4 after the point'),
  )

export const Money = z.strictObject({ amount: MoneyAmount, currency: CurrencyCode })

/** A flat map of properties; `null` removes one. */
export const EventProperties = z
  .record(z.string(), z.union([z.string().max(PROPERTY_VALUE_LENGTH_MAX), z.number(), z.boolean(), z.null()]))
  .refine((props) => Object.keys(props).length <= PROPERTIES_MAX, `must hold at most ${PROPERTIES_MAX} properties`)
  .refine(
    (props) => Object.keys(props).every((name) => name.length > 0 && name.length <= PROPERTY_NAME_LENGTH_MAX),
    `names must have 1 to ${PROPERTY_NAME_LENGTH_MAX} characters`,
  )

/** Properties of a single event. Their size is that of names and values in UTF-8. */
const CollectedProperties = EventProperties.refine(
  (props) => propertiesBytes(props) <= PROPERTIES_BYTES_MAX,
  `names and values must take at most ${PROPERTIES_BYTES_MAX} bytes together`,
)

function propertiesBytes(props: Readonly<Record<string, unknown>>): number {
  let bytes = 0
  for (const [name, value] of Object.entries(props)) {
    if (value !== null) bytes += Buffer.byteLength(name) + Buffer.byteLength(String(value))
  }
  return bytes
}

/** What is seen: neither white space nor what is removed when an event arrives. */
const VISIBLE = /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u

/** The name of an event. Visitors choose it, so invisible characters are not rejected but removed when it arrives. */
const EventName = z
  .string()
  .trim()
  .max(EVENT_NAME_LENGTH_MAX, `must have at most ${EVENT_NAME_LENGTH_MAX} characters`)
  .refine((text) => VISIBLE.test(text), 'must not be empty')

export const HINT_BRANDS_MAX = 10
export const HINT_LENGTH_MAX = 64
const HintText = z.string().max(HINT_LENGTH_MAX, `must have at most ${HINT_LENGTH_MAX} characters`)

/** What a browser says about itself in `navigator.userAgentData`. Browsers without it send no hints. */
export const ClientHints = z.strictObject({
  /** Each with its major version, such as `Brave 120`, or without one. */
  brands: z.array(HintText).max(HINT_BRANDS_MAX, `must hold at most ${HINT_BRANDS_MAX} brands`),
  mobile: z.boolean().optional(),
  /** Such as `Windows`. */
  platform: HintText.optional(),
  /** Such as `15.0.0`, which of Windows is a version of its API: from 13 it is Windows 11. */
  platform_version: HintText.optional(),
})
export type ClientHints = z.output<typeof ClientHints>

/**
 * The body of `POST /api/event`. `name` is `pageview`, `engagement` (sent by the tracker when a page is left),
 * `web_vitals` or `script_error` (sent by its additional script), or the name of a custom event.
 */
export const CollectedEvent = z.strictObject({
  product: z.string().min(1).max(64),
  name: EventName,
  url: AbsoluteUrl,
  /** Of the page; longer ones are cut. */
  title: z.string().max(URL_LENGTH_MAX).optional(),
  referrer: z.string().max(URL_LENGTH_MAX).optional(),
  props: CollectedProperties.optional(),
  revenue: Money.optional(),
  /** false: a custom event that the visitor did not cause. It does not end a bounce. */
  interactive: z.boolean().optional(),
  /** Set where the browser asks not to be tracked, since a proxy may drop the headers that say so. */
  privacy_signal: z.literal(true).optional(),
  /** Width of the viewport in CSS pixels. */
  width: z.int().min(0).max(100_000).optional(),
  /** engagement: milliseconds the page was in front of the visitor since the last report. */
  engaged_ms: z.int().min(0).max(DAY_MS).optional(),
  /** engagement: deepest point reached, in percent of the page. */
  scroll: z.int().min(0).max(100).optional(),
  /** engagement: the page watches for script errors, so that none is a true zero. */
  watches_errors: z.boolean().optional(),
  /** web_vitals: what was measured of the page. */
  vitals: WebVitals.optional(),
  /** script_error: what happened. */
  error: ScriptError.optional(),
  /** Only where the product identifies visitors: whom the site knows to be there. */
  visitor: VisitorName.optional(),
  /** Version of the tracker that sent it. */
  version: z.string().max(32).optional(),
  hints: ClientHints.optional(),
  /** What `navigator.webdriver` says: whether a program controls the browser. */
  automated: z.boolean().optional(),
})

/** The most events of one batch. */
export const EVENTS_PER_BATCH_MAX = 1000

/** One event of `POST /api/events`, from a server or an app that saw it happen: it says when and for whom. */
export const BatchedEvent = CollectedEvent.omit({ product: true, privacy_signal: true }).extend({
  /** Within the last 72 hours; up to five minutes ahead count as now. */
  timestamp: z.iso.datetime({ offset: true, error: 'must be an RFC 3339 date-time such as 2026-03-01T12:00:00Z' }),
  /** Of the visitor. Hashed and never stored. */
  ip: z.union([z.ipv4(), z.ipv6()], 'must be an IP address'),
  user_agent: z.string().max(1024),
  /** First language of the visitor, such as `de-CH`. */
  language: z.string().max(128).optional(),
  /** The sender’s id; within 72 hours the same id counts once. */
  id: personText(SENDER_ID_LENGTH_MAX).optional(),
})
export type BatchedEvent = z.output<typeof BatchedEvent>

/** A value of a header: visible ASCII, spaces and tabs, as signatures cover it. */
const headerValue = (max: number) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .regex(/^[\t\x20-\x7e]*$/, 'must be the value of a header, in ASCII')

const SIGNED_HEADERS_MAX = 16

/** One hit of `POST /api/v1/crawls`, from the log of a web server. */
export const CrawlerHit = z
  .strictObject({
    url: AbsoluteUrl,
    user_agent: z.string().min(1).max(1024),
    status: z.int().min(100).max(599).optional(),
    occurred_at: z.iso.datetime({ offset: true }).optional(),
    ip: z.union([z.ipv4(), z.ipv6()], 'must be an IP address').optional().meta({
      description: 'Address of the client. It shows whether the crawler is the one that it says, and is never stored.',
    }),
    signature: headerValue(4096).optional().meta({
      description: 'The header `Signature`, of a crawler that signs its requests (Web Bot Auth, RFC 9421).',
    }),
    signature_input: headerValue(4096).optional().meta({ description: 'The header `Signature-Input`.' }),
    signature_agent: headerValue(1024).optional().meta({ description: 'The header `Signature-Agent`.' }),
    method: z
      .string()
      .regex(/^[A-Z]{1,20}$/, 'must be a method such as GET')
      .optional()
      .meta({ description: 'Method of the request, where the signature covers it; GET when absent.' }),
    headers: z
      .record(z.string().regex(/^[a-z0-9-]{1,64}$/, 'must be the name of a header in lower case'), headerValue(1024))
      .refine(
        (headers) => Object.keys(headers).length <= SIGNED_HEADERS_MAX,
        `must have at most ${SIGNED_HEADERS_MAX} headers`,
      )
      .optional()
      .meta({ description: 'Further headers that the signature covers. They are never stored.' }),
  })
  .superRefine(({ signature, signature_input }, context) => {
    const missing = (path: string, other: string) =>
      context.addIssue({ code: 'custom', path: [path], message: `is required with ${other}` })
    if (signature !== undefined && signature_input === undefined) missing('signature_input', 'signature')
    if (signature === undefined && signature_input !== undefined) missing('signature', 'signature_input')
  })

/** The most hits of one request. */
export const CRAWLER_HITS_MAX = 1000
export const CrawlerHits = z.strictObject({ hits: z.array(CrawlerHit).min(1).max(CRAWLER_HITS_MAX) })

/**
 * The body of `POST /api/v1/payments`. With `visitor` (the address and user agent of the customer) the payment belongs to
 * the visit of that visitor today; without it, the payment counts as revenue without a visitor.
 */
export const Payment = z.strictObject({
  id: personText(SENDER_ID_LENGTH_MAX).meta({ description: 'The sender’s id; the same id counts once.' }),
  amount: MoneyAmount,
  currency: CurrencyCode,
  name: EventName.default('payment'),
  url: AbsoluteUrl.optional(),
  occurred_at: z.iso.datetime({ offset: true }).optional(),
  visitor: z.strictObject({ address: z.union([z.ipv4(), z.ipv6()]), user_agent: z.string().max(1024) }).optional(),
  props: CollectedProperties.optional(),
})

/**
 * The UTC days to which new rows belong, a row to the day on which its visit began. What is known of days that are over changes only with
 * rows of `any day`.
 */
export type ChangedDays = 'any day' | 'the running day'
