import { z } from 'zod'
import { nonEmptyText, oneOf, port, serviceUrl, type Values } from './fields.ts'
import type { httpVariables } from './http.ts'
import { SettingsError } from './settings-error.ts'

/** OpenTelemetry's own names. */
const TRACE_SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** `name=value,name=value`, percent-encoded, as OpenTelemetry specifies. */
const headerList = z.string().transform((text, context) => {
  try {
    return Object.fromEntries(text.split(',').map(parseHeader))
  } catch {
    // The text is not repeated: it may be a secret.
    context.addIssue('must be a comma list of name=value')
    return z.NEVER
  }
})

const ratio = z.coerce
  .number('must be a number from 0 to 1')
  .min(0, 'must be a number from 0 to 1')
  .max(1, 'must be a number from 0 to 1')

export const telemetryVariables = {
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  METRICS_PORT: port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: serviceUrl(/^https?$/, 'http://collector:4318')
    .refine(
      hasNoCredentials,
      'must hold no user and no password: OTEL_EXPORTER_OTLP_HEADERS takes what a collector asks for',
    )
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.default({}),
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf(['http/protobuf', 'http/json']).default('http/protobuf'),
  OTEL_SERVICE_NAME: nonEmptyText.max(255).optional(),
  OTEL_TRACES_SAMPLER: oneOf(TRACE_SAMPLERS).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: ratio.default(1),
}

type TelemetryValues = Values<typeof telemetryVariables>

export type TraceSettings = NonNullable<ReturnType<typeof traceSettings>>

export function telemetrySettings(env: Values<typeof telemetryVariables & typeof httpVariables>) {
  if (env.METRICS_PORT !== undefined && env.METRICS_PORT !== 0 && env.METRICS_PORT === env.PORT)
    throw new SettingsError('METRICS_PORT', 'must be another port than PORT')
  return { logLevel: env.LOG_LEVEL, metricsPort: env.METRICS_PORT, traces: traceSettings(env) }
}

/** Where traces are sent by OTLP over HTTP; undefined where none are made. */
function traceSettings(env: TelemetryValues) {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return undefined
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    protocol: env.OTEL_EXPORTER_OTLP_PROTOCOL,
    /** Name of this process in traces; by default each app gives its own. */
    serviceName: env.OTEL_SERVICE_NAME,
    sampler: env.OTEL_TRACES_SAMPLER,
    /** Share of traces that the ratio samplers keep. */
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  }
}

function hasNoCredentials(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

/** Throws when the text is not a header. */
function parseHeader(pair: string): [string, string] {
  const [, name = '', value = ''] = /^\s*([\w-]+)=([\x21-\x7e]*)\s*$/.exec(pair) ?? []
  if (name === '') throw new SyntaxError('not name=value')
  return [name, decodeURIComponent(value)]
}
