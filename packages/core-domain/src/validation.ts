import type { z } from 'zod'
import { type FieldError, InvalidRequest, LISTED_ERRORS_MAX, listedErrors } from './errors.ts'
import { fieldsOf, nearestFor, nearestOf, optionsOf, schemaAt } from './known-names.ts'
import { nearest, otherNamesOf } from './nearest.ts'
import { oversizedLists } from './oversized-lists.ts'
import { kindAsked, plainMessage } from './plain-messages.ts'

/** Finding near names takes time, and anyone may send thousands of unknown fields. */
const EXPLAINED_MAX = 10

/** Parses external input. Throws `InvalidRequest`, which names every invalid or unknown field, up to `LISTED_ERRORS_MAX`. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const checked = checkInput(schema, input)
  if (checked.errors === undefined) return checked.data
  throw new InvalidRequest(checked.errors)
}

/**
 * The same without throwing, for input of which one part may be rejected and the others taken. Without `explains`, unknown
 * names come without those near to them.
 */
export function checkInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  explains = true,
): { readonly data: z.output<Schema>; readonly errors?: undefined } | { readonly errors: readonly FieldError[] } {
  const oversized = oversizedLists(schema, input)
  if (oversized.length > 0) return { errors: listedErrors(oversized) }
  const parsed = schema.safeParse(input, { reportInput: true, error: plainMessage })
  if (parsed.success) return { data: parsed.data }
  const issues = withoutChecksOfWrongTypes(parsed.error.issues)
  const errors = issues
    .slice(0, LISTED_ERRORS_MAX)
    .flatMap((issue, i) => toFieldErrors(issue, explains && i < EXPLAINED_MAX ? schema : undefined))
  return { errors: listedErrors(errors, Math.max(errors.length, countOf(issues))) }
}

/** How many elements are parsed before others get their turn. */
export interface ElementTurns {
  readonly perTurn: number
  next(): Promise<void>
}

/**
 * Parses the elements of a list with this path, some in each turn. Throws `InvalidRequest` with the errors that `parseInput` finds in
 * the whole list.
 */
export async function parseElements<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  elements: readonly unknown[],
  { perTurn, next }: ElementTurns,
): Promise<readonly z.output<Schema>[]> {
  const parsed: z.output<Schema>[] = []
  const errors: FieldError[] = []
  let issues = 0
  let found = 0
  for (const [index, element] of elements.entries()) {
    if (index > 0 && index % perTurn === 0) await next()
    const result = schema.safeParse(element, { reportInput: true, error: plainMessage })
    if (result.success) {
      parsed.push(result.data)
      continue
    }
    const wrong = withoutChecksOfWrongTypes(result.error.issues)
    for (const issue of wrong.slice(0, LISTED_ERRORS_MAX - issues))
      errors.push(...toFieldErrors(issue, issues++ < EXPLAINED_MAX ? schema : undefined, [path, index]))
    found += countOf(wrong)
  }
  if (issues > 0) throw new InvalidRequest(listedErrors(errors, Math.max(errors.length, found)))
  return parsed
}

function countOf(issues: readonly z.core.$ZodIssue[]): number {
  return issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0)
}

/** Zod measures the length of a text where a list belongs, and of a list where a text belongs. */
function withoutChecksOfWrongTypes(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const wrong = new Set(issues.flatMap(({ code, path }) => (code === 'invalid_type' ? [path.join('.')] : [])))
  return issues.filter(({ code, path }) => code === 'invalid_type' || !wrong.has(path.join('.')))
}

/** What fields of questions are called in other services. */
const OTHER_FIELDS = otherNamesOf({
  metric: ['metrics', 'measure'],
  dimension: ['dimensions', 'breakdown', 'group_by', 'property'],
  period: ['date_range', 'time_range', 'range'],
  from: ['start_date', 'date_from', 'start'],
  to: ['end_date', 'date_to', 'end'],
  filters: ['dimension_filter', 'properties', 'where'],
  order: ['order_by', 'sort', 'sort_by'],
  limit: ['page_size', 'max_results'],
})

/**
 * Converts an issue of zod to field errors. With the schema that was parsed, unknown fields and names come with those
 * near to them.
 */
export function toFieldErrors(
  issue: z.core.$ZodIssue,
  schema?: z.core.$ZodType,
  prefix: readonly PropertyKey[] = [],
): readonly FieldError[] {
  const path = [...prefix, ...issue.path]
  const found = schema && schemaAt(schema, issue.path)
  switch (issue.code) {
    case 'unrecognized_keys': {
      const fields = found ? fieldsOf(found) : []
      return issue.keys.slice(0, LISTED_ERRORS_MAX + 1).map((key, i) => {
        // Of several alternatives another one may have this very field.
        const near = () => nearest(key, { names: fields.filter((field) => field !== key), otherNames: OTHER_FIELDS })
        return fieldError([...path, key], 'is not a known field', i < EXPLAINED_MAX ? near() : [])
      })
    }
    case 'invalid_union': {
      const asked = kindAsked(issue)
      if (asked !== undefined) return [fieldError(path, issue.message, nearestOf({ names: asked.kinds }, asked.given))]
      return ofOptions(issue, found, path)
    }
    case 'invalid_key':
      // The path ends with the name itself, so what is wrong with it is said there.
      return [fieldError(path, issue.issues[0]?.message ?? issue.message)]
    case 'custom':
      return [fieldError(path, issue.message, namesIn(issue.params) ?? (found ? nearestFor(found, issue.input) : []))]
    default:
      return [fieldError(path, readable(issue), found ? nearestFor(found, issue.input) : [])]
  }
}

function namesIn(params: Readonly<Record<string, unknown>> | undefined): readonly string[] | undefined {
  const names = params?.did_you_mean
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : undefined
}

function fieldError(path: readonly PropertyKey[], message: string, near: readonly string[] = []): FieldError {
  return { path: path.map(String).join('.'), message, ...(near.length > 0 ? { did_you_mean: near } : {}) }
}

/**
 * What is wrong by the alternative that fits best, the one with the fewest errors; where that says no more than that
 * none fits, what each of them must be.
 */
function ofOptions(
  issue: z.core.$ZodIssueInvalidUnion,
  schema: z.core.$ZodType | undefined,
  path: readonly PropertyKey[],
): readonly FieldError[] {
  const options = schema ? optionsOf(schema) : []
  const [best = [], ...others] = issue.errors
    .map((issues, i) => issues.flatMap((inner) => toFieldErrors(inner, options[i], path)))
    .sort((a, b) => a.length - b.length)
  const own = path.map(String).join('.')
  if (best.some((error) => error.path !== own || error.did_you_mean)) return best
  const messages = new Set([best, ...others].flat().flatMap((error) => (error.path === own ? [error.message] : [])))
  return [fieldError(path, messages.size === 0 ? issue.message : [...messages].join(', or '))]
}

/** Of issues that were found without `plainMessage`. */
function readable(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined && /undefined/.test(issue.message))
    return 'is required'
  return issue.message
}
