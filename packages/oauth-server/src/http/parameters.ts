import { FIELDS_MAX, hasTooManyParameters } from '@footfall/http-primitives'
import type { HttpRequest } from './exchange.ts'

/** Every value of every parameter, in the order given. */
export type Parameters = ReadonlyMap<string, readonly string[]>

export function parseParameters(text: string): Parameters {
  const found = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    const values = found.get(name)
    if (values) values.push(value)
    else found.set(name, [value])
  }
  return found
}

/** A parameter without a value is treated as if it was omitted (RFC 6749 §3.1). */
export function single(parameters: Parameters, name: string): string | undefined {
  return parameters.get(name)?.[0] || undefined
}

export function isRepeated(parameters: Parameters, name: string): boolean {
  return (parameters.get(name)?.length ?? 0) > 1
}

/** "Request and response parameters MUST NOT be included more than once" (RFC 6749 §3.1, §3.2). */
export function repeatedName(parameters: Parameters): string | undefined {
  for (const [name, values] of parameters) if (values.length > 1) return name
  return undefined
}

export type FormResult =
  | { readonly ok: true; readonly text: string; readonly parameters: Parameters }
  | { readonly ok: false; readonly reason: 'not_a_form' | 'too_large' }

const FORM_BYTES_MAX = 64 * 1024

/** Parameters are read from the body only, never from the query of the URL (RFC 6749 §3.2, RFC 9700 §4.3). */
export async function readForm(request: HttpRequest): Promise<FormResult> {
  if (mediaType(request) !== 'application/x-www-form-urlencoded' || isEncoded(request)) {
    return { ok: false, reason: 'not_a_form' }
  }
  const body = await request.body(FORM_BYTES_MAX)
  if (body === 'too_large') return { ok: false, reason: 'too_large' }
  const text = body.toString('utf8')
  if (hasTooManyParameters(text, FIELDS_MAX)) return { ok: false, reason: 'too_large' }
  return { ok: true, text, parameters: parseParameters(text) }
}

export function mediaType(request: HttpRequest): string | undefined {
  return request.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
}

/** Compressed bodies are rejected: requests are small, and a compressed one could be a decompression bomb. */
export function isEncoded(request: HttpRequest): boolean {
  return (request.header('content-encoding') ?? 'identity').trim().toLowerCase() !== 'identity'
}
