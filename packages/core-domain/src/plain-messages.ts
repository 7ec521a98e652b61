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

/** An error map of zod: says in plain words what a field must be. Messages that a schema has of its own come first. */
export function plainMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required'
      return `must be ${TYPES[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return issue.input === undefined ? 'is required' : `must be ${oneOf(issue.values.map(String))}`
    case 'invalid_union':
      return issue.input === undefined ? 'is required' : undefined
    case 'too_small':
      return sized(issue.origin, issue.inclusive === false ? 'more than' : 'at least', Number(issue.minimum))
    case 'too_big':
      return sized(issue.origin, issue.inclusive === false ? 'less than' : 'at most', Number(issue.maximum))
    default:
      return undefined
  }
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
