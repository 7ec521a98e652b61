import { join, resolve } from 'node:path'
import type { Quotas } from '@footfall/operations'
import { z } from 'zod'

/** OpenTelemetry's own names. */
const TRACE_SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce.number(error).int(error).min(min, error).max(max, error)
}
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`)

const port = whole(0, 65_535)
const count = whole(0, 1_000_000_000)
const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((text) => text === '1')
const origin = z
  .url({ protocol: /^https?$/, error: 'must be an origin such as https://stats.example.com' })
  .refine(
    (text) => URL.canParse(text) && new URL(text).pathname === '/' && new URL(text).search === '',
    'must be an origin without a path',
  )
  .transform((text) => new URL(text).origin)
const serviceUrl = (protocols: RegExp, like: string) =>
  z.url({ protocol: protocols, error: `must be a URL such as ${like}` })

/** Client secrets and tokens go there, so nothing but this machine itself is reached in the clear. */
const providerUrl = serviceUrl(/^https?$/, 'https://oauth2.googleapis.com/token')
  .refine(isPrivate, 'must be https, unless it is on this machine')
  .transform((text) => text.replace(/\/+$/, ''))

const hostList = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (hosts) => hosts.every((host) => /^(\[[0-9a-f:]+\]|[a-z0-9.-]+):\d{1,5}$/i.test(host)),
    'must be a comma list of host:port',
  )

const originList = z.string().transform((text, context) => {
  const parsed = z.array(origin).safeParse(text.split(',').map((part) => part.trim()))
  if (parsed.success) return parsed.data
  context.addIssue('must be a comma list of origins, such as http://10.0.0.1:3000')
  return z.NEVER
})

/** As `Host` says it: a name, and a port unless it is the protocol's own. */
const hostNames = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (hosts) => hosts.every((host) => /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i.test(host)),
    'must be a comma list of hosts, each with its port unless that is 80 or 443',
  )

/** As OpenTelemetry writes them: `name=value,name=value`, percent-encoded. */
const headerList = z.string().transform((text, context) => {
  try {
    return Object.fromEntries(text.split(',').map(headerOf))
  } catch {
    // The text itself may be a secret.
    context.addIssue('must be a comma list of name=value')
    return z.NEVER
  }
})

/** Every variable there is, with what it accepts and what it is without. */
export const Environment = z.object({
  NODE_ENV: z.string().optional(),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  BASE_URL: origin.optional(),
  AUTH_URL: origin.optional(),
  ALLOWED_HOSTS: hostNames.default([]),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: serviceUrl(/^postgres(ql)?$/, 'postgres://user:password@host/database').optional(),
  CLICKHOUSE_URL: serviceUrl(/^https?$/, 'https://user:password@host:8443/database').optional(),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[a-z_]\w{0,62}$/i, "must be the name of a cluster in ClickHouse's configuration: letters, digits and _")
    .optional(),
  REPLICAS: originList.default([]),
  REPLICA_URL: origin.optional(),
  DEMO: flag.default(false),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  TRUST_PROXY: whole(0, 10).default(0),
  METRICS_PORT: port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: serviceUrl(/^https?$/, 'http://collector:4318')
    .refine(isOpen, 'must hold no user and no password: OTEL_EXPORTER_OTLP_HEADERS takes what a collector asks for')
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.default({}),
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf(['http/protobuf', 'http/json']).default('http/protobuf'),
  OTEL_SERVICE_NAME: z.string().min(1).max(255).optional(),
  OTEL_TRACES_SAMPLER: oneOf(TRACE_SAMPLERS).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number from 0 to 1')
    .min(0, 'must be a number from 0 to 1')
    .max(1, 'must be a number from 0 to 1')
    .default(1),
  GEO_DATABASE: z.string().min(1).optional(),
  INGEST_LOG_BYTES_MAX: whole(1_000_000, 1_000_000_000_000).default(2_000_000_000),
  LIVE_VISIT_BYTES_MAX: whole(16_777_216, 1_000_000_000_000).default(134_217_728),
  SMTP_URL: serviceUrl(/^smtps?$/, 'smtps://user:password@host').optional(),
  MAIL_FROM: z.email('must be an e-mail address').optional(),
  RATE_LIMIT_REQUESTS: count.default(600),
  RATE_LIMIT_WRITES: count.default(60),
  RATE_LIMIT_COLLECT: count.default(6000),
  RATE_LIMIT_OAUTH: count.default(30),
  REPORTS_PER_ACCOUNT: count.default(8),
  MAX_CONNECTIONS: count.default(10_000),
  MAX_CONNECTIONS_PER_ADDRESS: count.default(1000),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  DEV_CLIENT_METADATA_HOSTS: hostList.default([]),
  REFRESH_REUSE_GRACE_SECONDS: whole(0, 300).default(0),
  QUOTA_PRODUCTS: count.default(100),
  QUOTA_TOKENS: count.default(500),
  QUOTA_KEYS: count.default(50),
  QUOTA_FUNNELS: count.default(100),
  QUOTA_MEMBERS: count.default(200),
  QUOTA_EVENTS_PER_HOUR: whole(0, 1_000_000_000_000).default(10_000_000),
  QUOTA_EVENT_BYTES_PER_HOUR: whole(0, 1_000_000_000_000_000).default(8_000_000_000),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_API_URL: providerUrl.default('https://www.googleapis.com'),
  GOOGLE_AUTH_URL: providerUrl.default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKEN_URL: providerUrl.default('https://oauth2.googleapis.com/token'),
})

/** What the apps run with. Every value is checked; nothing below the apps reads the environment. */
export interface Settings {
  readonly port: number
  readonly host: string
  readonly baseUrl: string
  /** Where people sign in and OAuth clients are authorized: the origin that names the issuer. */
  readonly authUrl: string
  /** Further hosts that `/api/mcp` is reached under, besides that of `baseUrl`. */
  readonly allowedHosts: readonly string[]
  readonly dataDir: string
  readonly database: { readonly sqlite: { readonly path: string } } | { readonly postgres: { readonly url: string } }
  readonly clickhouse:
    | { readonly embedded: { readonly path: string } }
    | { readonly remote: { readonly url: string; readonly cluster: string | undefined } }
  /** All replicas that take events in, and which of them this one is; undefined where it is the only one. */
  readonly replicas: { readonly all: readonly string[]; readonly self: string } | undefined
  readonly ingestLog: { readonly directory: string; readonly bytesMax: number }
  /** What live visits may take in the memory of one process. */
  readonly liveVisitBytesMax: number
  /** What may be collected of one product in an hour, over all replicas; 0 is no limit. */
  readonly hourlyBudget: { readonly events: number; readonly bytes: number }
  readonly geoDatabase: string | undefined
  /** Where mail goes; without it, into the log. */
  readonly mail: { readonly smtpUrl: string; readonly from: string; readonly domain: string } | undefined
  readonly demo: boolean
  readonly logLevel: z.output<typeof Environment>['LOG_LEVEL']
  /** Proxies in front whose word on the client's address is taken, counted from the service outwards. */
  readonly trustedProxies: number
  readonly metricsPort: number | undefined
  /** Where traces go, in OpenTelemetry's protocol over HTTP; without it none are made. */
  readonly traces: TraceSettings | undefined
  /** Per minute; 0 is no limit. */
  readonly rateLimits: {
    readonly requests: number
    readonly writes: number
    readonly collect: number
    /** Per address, on each endpoint that takes credentials or registrations. */
    readonly oauth: number
  }
  /** Requests with reports of one account, or of one product's keys, at once; 0 is no limit. */
  readonly reportsPerAccount: number
  /** Open at once, in all and from one address; 0 is no limit. */
  readonly httpLimits: { readonly connections: number; readonly connectionsPerAddress: number }
  /** Keys the hashes of sessions; undefined where it is made and kept in `dataDir`. */
  readonly sessionSecret: string | undefined
  readonly oauth: OAuthSettings
  readonly quotas: Quotas
  /** This service as a client of Google, for Search Console; without it nothing is synced. */
  readonly google: GoogleSettings | undefined
}

export interface OAuthSettings {
  /** `host:port` whose client metadata documents are fetched from any address and port; never in production. */
  readonly devClientMetadataHosts: readonly string[]
  /** For how long a client that races itself may present a refresh token again. */
  readonly reuseGraceSeconds: number
}

export interface TraceSettings {
  /** Where spans are posted. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly protocol: z.output<typeof Environment>['OTEL_EXPORTER_OTLP_PROTOCOL']
  /** What this process is called in traces; by default each app says its own name. */
  readonly serviceName: string | undefined
  readonly sampler: (typeof TRACE_SAMPLERS)[number]
  /** Share of traces that are kept where the sampler asks for a share. */
  readonly ratio: number
}

export interface GoogleSettings {
  readonly client: { readonly id: string; readonly secret: string }
  readonly apiUrl: string
  /** Where people allow access. */
  readonly authUrl: string
  readonly tokenUrl: string
}

/** A setting that cannot be used; the message is one line that names the variable. */
export class SettingsError extends Error {
  readonly variable: string
  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}`)
    this.name = 'SettingsError'
    this.variable = variable
  }
}

/** Reads settings from environment variables; an empty variable counts as absent. Throws `SettingsError`. */
export function parseSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(present)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new SettingsError(String(issue?.path[0] ?? 'The environment'), issue?.message ?? 'is not valid')
  }
  const env = parsed.data
  if (env.NODE_ENV === 'production' && env.DEV_CLIENT_METADATA_HOSTS.length > 0)
    throw new SettingsError('DEV_CLIENT_METADATA_HOSTS', 'must not be set when NODE_ENV is production')
  if (env.CLICKHOUSE_CLUSTER !== undefined && env.CLICKHOUSE_URL === undefined)
    throw new SettingsError('CLICKHOUSE_CLUSTER', 'needs CLICKHOUSE_URL: the embedded engine is one node')
  if (env.METRICS_PORT !== undefined && env.METRICS_PORT !== 0 && env.METRICS_PORT === env.PORT)
    throw new SettingsError('METRICS_PORT', 'must be another port than PORT')
  const dataDir = resolve(env.DATA_DIR)
  const baseUrl = env.BASE_URL ?? `http://localhost:${env.PORT}`
  return {
    port: env.PORT,
    host: env.HOST,
    baseUrl,
    authUrl: env.AUTH_URL ?? baseUrl,
    allowedHosts: env.ALLOWED_HOSTS,
    dataDir,
    database:
      env.DATABASE_URL === undefined
        ? { sqlite: { path: join(dataDir, 'footfall.sqlite') } }
        : { postgres: { url: env.DATABASE_URL } },
    clickhouse:
      env.CLICKHOUSE_URL === undefined
        ? { embedded: { path: join(dataDir, 'clickhouse') } }
        : { remote: { url: env.CLICKHOUSE_URL, cluster: env.CLICKHOUSE_CLUSTER } },
    replicas: replicaSettings(env),
    ingestLog: { directory: join(dataDir, 'ingest'), bytesMax: env.INGEST_LOG_BYTES_MAX },
    liveVisitBytesMax: env.LIVE_VISIT_BYTES_MAX,
    hourlyBudget: { events: env.QUOTA_EVENTS_PER_HOUR, bytes: env.QUOTA_EVENT_BYTES_PER_HOUR },
    geoDatabase: env.GEO_DATABASE,
    mail: mailSettings(env),
    demo: env.DEMO,
    logLevel: env.LOG_LEVEL,
    trustedProxies: env.TRUST_PROXY,
    metricsPort: env.METRICS_PORT,
    traces: traceSettings(env),
    rateLimits: {
      requests: env.RATE_LIMIT_REQUESTS,
      writes: env.RATE_LIMIT_WRITES,
      collect: env.RATE_LIMIT_COLLECT,
      oauth: env.RATE_LIMIT_OAUTH,
    },
    reportsPerAccount: env.REPORTS_PER_ACCOUNT,
    httpLimits: {
      connections: env.MAX_CONNECTIONS,
      // Behind a proxy every connection comes from the proxy, which is not to be limited.
      connectionsPerAddress: env.TRUST_PROXY > 0 ? 0 : env.MAX_CONNECTIONS_PER_ADDRESS,
    },
    sessionSecret: env.SESSION_SECRET,
    oauth: {
      devClientMetadataHosts: env.DEV_CLIENT_METADATA_HOSTS,
      reuseGraceSeconds: env.REFRESH_REUSE_GRACE_SECONDS,
    },
    quotas: {
      products: env.QUOTA_PRODUCTS,
      tokens: env.QUOTA_TOKENS,
      keys: env.QUOTA_KEYS,
      funnels: env.QUOTA_FUNNELS,
      members: env.QUOTA_MEMBERS,
    },
    google: googleSettings(env),
  }
}

function isPrivate(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** Whether a URL may be shown to anybody. */
function isOpen(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

function traceSettings(env: z.output<typeof Environment>): TraceSettings | undefined {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return undefined
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    protocol: env.OTEL_EXPORTER_OTLP_PROTOCOL,
    serviceName: env.OTEL_SERVICE_NAME,
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  }
}

/** Throws on what is no header. */
function headerOf(pair: string): [string, string] {
  const [, name = '', value = ''] = /^\s*([\w-]+)=([\x21-\x7e]*)\s*$/.exec(pair) ?? []
  if (name === '') throw new SyntaxError('not name=value')
  return [name, decodeURIComponent(value)]
}

function googleSettings(env: z.output<typeof Environment>): GoogleSettings | undefined {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret } = env
  if (id === undefined && secret === undefined) return undefined
  if (id === undefined) throw new SettingsError('GOOGLE_CLIENT_ID', 'is missing while GOOGLE_CLIENT_SECRET is set')
  if (secret === undefined) throw new SettingsError('GOOGLE_CLIENT_SECRET', 'is missing while GOOGLE_CLIENT_ID is set')
  return {
    client: { id, secret },
    apiUrl: env.GOOGLE_API_URL,
    authUrl: env.GOOGLE_AUTH_URL,
    tokenUrl: env.GOOGLE_TOKEN_URL,
  }
}

function replicaSettings(env: z.output<typeof Environment>): Settings['replicas'] {
  const { REPLICAS: all, REPLICA_URL: self } = env
  if (all.length === 0 && self === undefined) return undefined
  if (env.DATABASE_URL === undefined || env.CLICKHOUSE_URL === undefined)
    throw new SettingsError(all.length === 0 ? 'REPLICA_URL' : 'REPLICAS', 'needs DATABASE_URL and CLICKHOUSE_URL')
  if (self === undefined) throw new SettingsError('REPLICA_URL', 'is missing while REPLICAS is set')
  if (!all.includes(self)) throw new SettingsError('REPLICAS', 'must list every replica, REPLICA_URL among them')
  if (new Set(all).size < all.length) throw new SettingsError('REPLICAS', 'must list each replica once')
  return { all, self }
}

function mailSettings(env: z.output<typeof Environment>): Settings['mail'] {
  if (env.SMTP_URL === undefined) return undefined
  if (env.MAIL_FROM === undefined)
    throw new SettingsError('MAIL_FROM', 'is required with SMTP_URL: the address that mail comes from')
  return { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM, domain: env.MAIL_FROM.slice(env.MAIL_FROM.indexOf('@') + 1) }
}
