import type { z } from 'zod'

/** What a type of input is called. */
const TYPES: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}

/** The names of text formats. */
const FORMS: Readonly<Record<string, string>> = {
  datetime: 'an RFC 3339 date-time such as 2026-03-01T12:00:00Z',
  date: 'a calendar date in the form YYYY-MM-DD',
  email: 'an email address',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  url: 'a URL',
}

/** An error map of zod: says in plain words what a field must be. Messages that a schema has of its own come first. */
export function plainMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required'
      return `must be ${TYPES[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return issue.input === undefined ? 'is required' : `must be ${oneOf(issue.values.map(String))}`
    case 'invalid_union': {
      if (issue.input === undefined) return 'is required'
      const asked = kindAsked(issue)
      if (asked === undefined) return undefined
      return asked.given === undefined ? 'is required' : `must be ${oneOf(asked.kinds)}`
    }
    case 'invalid_format': {
      const form = FORMS[issue.format]
      return form === undefined ? 'is not in the expected form' : `must be ${form}`
    }
    case 'too_small':
      return sized(issue.origin, issue.inclusive === false ? 'more than' : 'at least', Number(issue.minimum))
    case 'too_big':
      return sized(issue.origin, issue.inclusive === false ? 'less than' : 'at most', Number(issue.maximum))
    default:
      return undefined
  }
}

/**
 * The kinds that distinguish alternatives, and the one that was given, where the input is none of them; undefined where
 * alternatives are distinguished otherwise.
 */
export function kindAsked(issue: {
  readonly discriminator?: unknown
  readonly options?: unknown
  readonly input?: unknown
}): { readonly kinds: readonly string[]; readonly given: unknown } | undefined {
  const { discriminator, options, input } = issue
  if (typeof discriminator !== 'string' || !Array.isArray(options)) return undefined
  const given = new Map<string, unknown>(Object.entries(input ?? {})).get(discriminator)
  return { kinds: options.map(String), given }
}

function oneOf(values: readonly string[]): string {
  return values.length <= 2 ? values.join(' or ') : `one of ${values.join(', ')}`
}

function sized(origin: string, bound: string, size: number): string {
  if (size === 1 && bound === 'at least' && (origin === 'string' || origin === 'array')) return 'must not be empty'
  switch (origin) {
    case 'string':
      return `must have ${bound} ${size} characters`
    case 'array':
    case 'set':
      return `must hold ${bound} ${size} ${size === 1 ? 'entry' : 'entries'}`
    default:
      return `must be ${bound} ${size}`
  }
}
