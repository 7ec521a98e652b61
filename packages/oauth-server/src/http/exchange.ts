import type { IncomingMessage } from 'node:http'

export interface HttpRequest {
  readonly method: string
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  header(name: string): string | undefined
  /** The body, unless it is longer than allowed; then the rest is read and discarded. */
  body(bytesMax: number): Promise<Buffer | 'too_large'>
  /** For the host, which reads its session and the address. */
  readonly raw: IncomingMessage
}

export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** RFC 6749 §5.1. */
const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' }

export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return {
    status,
    headers: { 'Content-Type': 'application/json', ...NO_STORE, ...headers },
    body: JSON.stringify(value),
  }
}

/** An error of RFC 6749 §5.2, RFC 7591 §3.2.2 or RFC 7009 §2.2.1. */
export function jsonError(
  status: number,
  error: string,
  description: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return json(status, { error, error_description: description }, headers)
}

/** 302 after a GET; 303 after a POST, so that the form is not sent again (RFC 9700 §4.12 forbids 307). */
export function redirect(
  status: 302 | 303,
  location: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return {
    status,
    headers: { Location: location, 'Referrer-Policy': 'no-referrer', ...NO_STORE, ...headers },
    body: '',
  }
}

/**
 * An HTML page. No `form-action`: browsers apply it to the redirect to the client that follows the form, too.
 * `Referrer-Policy` is not `no-referrer`, since browsers then post our own form with `Origin: null`.
 */
export function page(status: number, html: string, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      'X-Frame-Options': 'DENY',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'same-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
      ...NO_STORE,
      ...headers,
    },
    body: html,
  }
}
