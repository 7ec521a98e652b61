import { isRecord } from '@footfall/core-domain'

/** What becomes a comment of a generated type. */
const COMMENTS: ReadonlySet<string> = new Set(['description', 'summary', 'example', 'format'])
const ERROR = /^[45]/

/** For `JSON.stringify` of a document: leaves out comments and errors, which clients read by their code, never by their type. */
export function typesOnly(key: string, value: unknown): unknown {
  if (COMMENTS.has(key) && typeof value === 'string') return undefined
  if (key !== 'responses' || !isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name, response]) => !isError(name, response)))
}

/** An error of an operation, or one of the components that operations share. */
function isError(name: string, response: unknown): boolean {
  return ERROR.test(name) || JSON.stringify(response).includes('application/problem+json')
}
