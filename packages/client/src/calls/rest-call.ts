import { invalidArgument } from '../errors.ts'
import type { Connection } from '../transport/connection.ts'
import { errorOf, type Fields, fieldsOf, isFields, notOfTheService } from '../transport/json.ts'
import type { Incoming } from '../transport/request.ts'
import type { Answer, Call } from './call.ts'

/** Calls a route, such as `PATCH /api/v1/products/{product}`. */
export function restCall(connection: Connection, route: string): Call {
  const [method = '', template = ''] = route.split(' ')
  return (given, { confirmation, signal }) => {
    const { path, others } = pathOf(template, given)
    const hasBody = method !== 'GET' && method !== 'DELETE'
    const query = hasBody ? '' : queryOf(others)
    const headers: Record<string, string> = {}
    if (confirmation !== undefined) {
      headers['service-confirm'] = 'true'
      headers['idempotency-key'] = confirmation.key
      if (confirmation.preview !== undefined) headers['service-preview'] = confirmation.preview
    }
    if (hasBody) headers['content-type'] = 'application/json'
    const body = hasBody ? JSON.stringify(others) : undefined
    const read = (incoming: Incoming) => answerOf(incoming, connection.now())
    return connection.ask({ method, path: path + query, headers, body }, read, signal)
  }
}

function answerOf(incoming: Incoming, now: number): Answer {
  const fields = fieldsOf(incoming)
  if (incoming.status >= 400) throw errorOf(fields, incoming, now)
  if (fields === undefined || !('data' in fields)) throw notOfTheService(incoming)
  return answerIn(fields, incoming)
}

export function answerIn({ data, meta, page }: Fields, { header }: Pick<Incoming, 'header'>): Answer {
  const optional = (value: unknown) => (isFields(value) ? value : undefined)
  return { data, meta: optional(meta), page: optional(page), requestId: header('request-id') }
}

/** Fills in the path, and returns the fields that have no place in it. */
function pathOf(template: string, given: Fields): { path: string; others: Record<string, unknown> } {
  const others: Record<string, unknown> = { ...given }
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = others[name]
    delete others[name]
    return segmentOf(name, value)
  })
  return { path, others }
}

/** A segment cannot leave its place: a slash is encoded, and what would name another folder is rejected. */
function segmentOf(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '' || value === '.' || value === '..')
    throw invalidArgument(`\`${name}\` must be text that names something.`)
  try {
    return encodeURIComponent(value)
  } catch {
    throw invalidArgument(`\`${name}\` must be well-formed text.`)
  }
}

function queryOf(fields: Fields): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) parameters.set(name, parameterOf(value))
  const query = parameters.toString()
  return query === '' ? '' : `?${query}`
}

/** Lists of names are separated by commas; other lists and objects are JSON. */
function parameterOf(value: unknown): string {
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item !== 'object'))
    return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
