import { z } from 'zod'
import type { AccountCall, ProductCall } from './call.ts'
import {
  type Answer,
  type Declaration,
  declared,
  type InputOf,
  type NoFields,
  type ProductPlace,
  type ReadOperation,
  type Shape,
} from './operation.ts'

interface ReadSpec<
  Place extends ProductPlace,
  Query extends Shape,
  Data extends z.ZodType,
  Meta extends z.ZodType,
  Params extends Shape,
> extends Declaration<Place> {
  readonly params?: Params
  /** Absent where it takes no parameters besides those that say what it reads. */
  readonly query?: Query
  readonly output: Data
  readonly meta?: Meta
  readonly paged?: boolean
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
>(spec: ReadSpec<Place, Query, Data, Meta, Params>): ReadOperation {
  const { path, title, description, output, meta, paged = false, run } = spec
  const { writtenByVisitors = [], writtenFor = () => writtenByVisitors } = spec
  return {
    ...declared(spec),
    path,
    title,
    description,
    kind: 'read',
    method: 'GET',
    params: z.strictObject(spec.params ?? {}),
    query: z.strictObject(spec.query ?? {}),
    body: undefined,
    output,
    meta,
    paged,
    writtenByVisitors,
    // `execute` is the only caller of both: it passes the call that `product` asks for, and what the schemas parsed.
    writtenFor: writtenFor as (input: unknown) => readonly string[],
    run: run as (call: AccountCall | ProductCall, input: unknown) => Promise<Answer<unknown, unknown>>,
  } as ReadOperation
}
