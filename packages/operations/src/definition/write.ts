import { z } from 'zod'
import type { AccountCall, ProductWriteCall } from './call.ts'
import {
  type Declaration,
  declared,
  type InputOf,
  type NoFields,
  type Shape,
  type WriteBase,
  type WriteOperation,
} from './operation.ts'
import type { Plan } from './plan.ts'

interface WriteSpec<
  Place extends 'path' | 'none',
  Result extends z.ZodType,
  Params extends Shape,
  Body extends z.ZodType,
> extends Declaration<Place> {
  readonly method: WriteBase['method']
  readonly params?: Params
  /** Absent where the route takes no body. */
  readonly body?: Body
  readonly output: Result
  readonly creates?: boolean
  readonly destructive?: boolean
  readonly recentSignIn?: boolean
  plan(
    call: Place extends 'none' ? AccountCall : ProductWriteCall,
    input: InputOf<Params> & (z.ZodUndefined extends Body ? unknown : z.output<Body>),
  ): Promise<Plan<z.input<Result>>>
}

/** Defines an operation that changes something. */
export function defineWrite<
  const Place extends 'path' | 'none',
  Result extends z.ZodType,
  Params extends Shape = NoFields,
  Body extends z.ZodType = z.ZodUndefined,
>(spec: WriteSpec<Place, Result, Params, Body>): WriteOperation {
  const { method, body, output, creates = false, destructive = false, recentSignIn = false, plan } = spec
  return {
    ...declared(spec),
    kind: 'write',
    method,
    params: z.strictObject(spec.params ?? {}),
    query: z.strictObject({}),
    body,
    output,
    creates,
    destructive,
    recentSignIn,
    // `execute` is the only caller: it passes the call that `product` asks for, and what the schemas parsed.
    plan: plan as (call: AccountCall | ProductWriteCall, input: unknown) => Promise<Plan<unknown>>,
  } as WriteOperation
}
