import { InvalidRequest, NotFound, parseInput } from '@footfall/core-domain'
import { z } from 'zod'

/** Input as an adapter received it: decoded, and otherwise unchanged. */
export interface RawInput {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  /** What could not be decoded. It is reported when the rest of the input is checked. */
  readonly undecodable?: InvalidRequest | undefined
  /** Decodes the body, undefined if there is none; called once the caller is known to be allowed. */
  body?(): unknown
}

/** What an operation takes. */
interface Input {
  readonly params: z.ZodObject
  readonly query: z.ZodObject
}

/** Path and query as one flat object of checked values. */
export function parseReadInput(operation: Input, raw: RawInput): Record<string, unknown> {
  return { ...parseParams(operation, raw.path), ...parseQuery(operation, raw.query) }
}

function parseQuery({ query }: Input, given: RawInput['query']): Record<string, unknown> {
  return isNothing(query, given) ? {} : parseInput(query, given)
}

/** Whether there is nothing to check: many operations take no parameter but their resource. */
function isNothing({ shape }: z.ZodObject, given: RawInput['query']): boolean {
  return Object.keys(given).length === 0 && Object.keys(shape).length === 0
}

/** A route without a body reports each field of a body as unknown. */
const NO_BODY = z.strictObject({}).optional()

/** Path, query and body as one flat object of checked values. */
export function parseWriteInput(
  operation: Input & { readonly body: z.ZodType | undefined },
  raw: RawInput,
): Record<string, unknown> {
  parseQuery(operation, raw.query)
  const params = parseParams(operation, raw.path)
  if (operation.body === undefined) {
    parseInput(NO_BODY, raw.body?.())
    return params
  }
  return { ...params, ...(parseInput(operation.body, raw.body?.()) as Record<string, unknown>) }
}

/** What could not be decoded, and the other fields that are wrong. */
export function withEveryField(undecodable: InvalidRequest, parse: () => unknown): InvalidRequest {
  try {
    parse()
  } catch (error) {
    if (error instanceof InvalidRequest) {
      const named = new Set(undecodable.errors.map(({ path }) => path))
      return new InvalidRequest([...undecodable.errors, ...error.errors.filter(({ path }) => !named.has(path))])
    }
  }
  return undecodable
}

/** A malformed id is an id that does not exist. */
function parseParams(operation: Input, path: RawInput['path']): Record<string, unknown> {
  if (isNothing(operation.params, path)) return {}
  const parsed = operation.params.safeParse(path)
  if (!parsed.success) throw new NotFound()
  return parsed.data
}
