import type { Settings } from '@footfall/config'
import { reasonOf, unreachableFix } from '@footfall/operate'
import { type Finding, ok, warning } from './finding.ts'

const TIMEOUT_MS = 3_000
const VARIABLE = 'OTEL_EXPORTER_OTLP_ENDPOINT'

/** Checks that the collector accepts traces by sending an empty export. A failure is a warning only. */
export async function traces({ traces: settings }: Pick<Settings, 'traces'>): Promise<Finding[]> {
  if (settings === undefined) return []
  const { url, headers, protocol } = settings
  const isJson = protocol === 'http/json'
  try {
    const { ok: isTaken, status } = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': isJson ? 'application/json' : 'application/x-protobuf' },
      // In protobuf, an empty export has no bytes.
      body: isJson ? '{"resourceSpans":[]}' : '',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return isTaken
      ? [ok('traces', `${url} takes them`)]
      : [warning('traces', `${url} answers ${status}`, fixOf(status))]
  } catch (error) {
    const fix = unreachableFix(error, VARIABLE, url) ?? `Correct ${VARIABLE}, or unset it to make no traces.`
    return [warning('traces', `${url}: ${reasonOf(error)}`, fix)]
  }
}

function fixOf(status: number): string {
  if (status === 401 || status === 403) return 'Set OTEL_EXPORTER_OTLP_HEADERS to what the collector asks for.'
  if (status === 415 || status === 400) return 'Set OTEL_EXPORTER_OTLP_PROTOCOL to what the collector speaks.'
  return `Correct ${VARIABLE}: it is the address before /v1/traces.`
}
