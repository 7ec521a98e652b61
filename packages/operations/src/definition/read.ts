import { WrittenMeta } from '@footfall/core-domain'
import { readParts } from '@footfall/kernel'
import type { z } from 'zod'
import type { AccountCall, ProductCall } from './call.ts'
import {
  type AccessDeclaration,
  type Answer,
  type Declaration,
  declared,
  type ExecutableRead,
  type InputOf,
  type NoFields,
  type ProductPlace,
  RESOURCE,
  type ReadOperation,
  type Shape,
  type ToolDeclaration,
} from './operation.ts'

/** What a read consists of, with or without a route. */
interface Reading<
  Place extends ProductPlace,
  Query extends Shape,
  Data extends z.ZodType,
  Meta extends z.ZodType,
  Params extends Shape,
> {
  readonly params?: Params
  /** Absent if it takes no further parameters. */
  readonly query?: Query
  readonly output: Data
  readonly meta?: Meta
  readonly paged?: boolean
  /** The tool of MCP that agents call it by, where machines may not call it by itself. */
  readonly tool?: ToolDeclaration
  /** Where it depends on the input which of `writtenByVisitors` an answer can have. */
  writtenFor?(input: InputOf<Params> & InputOf<Query>): readonly string[]
  run(
    call: Place extends 'none' ? AccountCall : ProductCall,
    input: InputOf<Params> & InputOf<Query>,
  ): Promise<Answer<z.input<Data>, z.input<Meta>>>
}

/** Defines an operation that reads. */
export function defineRead<
  const Place extends ProductPlace,
  Data extends z.ZodType,
  Query extends Shape = NoFields,
  Meta extends z.ZodType = z.ZodUndefined,
  Params extends Shape = NoFields,
>(spec: Declaration<Place> & Reading<Place, Query, Data, Meta, Params>): ReadOperation {
  const { path, title, description, tool } = spec
  return { ...readOf(spec), path, title, description, tool } as ReadOperation
}

/** Defines a read without a route: code of the service executes it for a caller. It is authorized like every other. */
export function defineInternalRead<
  const Place extends ProductPlace,
  Data extends z.ZodType,
  Query extends Shape = NoFields,
  Meta extends z.ZodType = z.ZodUndefined,
  Params extends Shape = NoFields,
>(spec: AccessDeclaration<Place> & Reading<Place, Query, Data, Meta, Params>): ExecutableRead {
  return readOf(spec) as ExecutableRead
}

function readOf<
  Place extends ProductPlace,
  Query extends Shape,
  Data extends z.ZodType,
  Meta extends z.ZodType,
  Params extends Shape,
>(
  spec: AccessDeclaration<Place> &
    Partial<Pick<Declaration<Place>, 'path' | 'writtenByVisitors'>> &
    Reading<Place, Query, Data, Meta, Params>,
) {
  const { meta, run } = spec
  const { writtenByVisitors = [], writtenFor = () => writtenByVisitors } = spec
  return {
    ...declared(spec),
    ...readParts(spec, RESOURCE),
    meta: meta ?? (writtenByVisitors.length === 0 ? undefined : WrittenMeta),
    writtenByOthers: writtenByVisitors,
    // `execute` is the only caller of both: it passes the call that `product` asks for, and what the schemas parsed.
    writtenFor: writtenFor as (input: unknown) => readonly string[],
    run: run as (call: AccountCall | ProductCall, input: unknown) => Promise<Answer<unknown, unknown>>,
  } as const
}
