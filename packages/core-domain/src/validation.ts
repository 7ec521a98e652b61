import type { z } from 'zod'
import { type FieldError, InvalidRequest } from './errors.ts'

/** Parses external input. Throws `InvalidRequest`, which names every invalid or unknown field. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw new InvalidRequest(parsed.error.issues.flatMap((issue) => toFieldErrors(issue)))
}

/** Converts an issue of zod to field errors. */
export function toFieldErrors(issue: z.core.$ZodIssue, prefix: readonly PropertyKey[] = []): FieldError[] {
  const path = [...prefix, ...issue.path]
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key].map(String).join('.'), message: 'is not a known field' }))
  }
  return [{ path: path.map(String).join('.'), message: readable(issue) }]
}

function readable(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined && /undefined/.test(issue.message))
    return 'is required'
  return issue.message
}
