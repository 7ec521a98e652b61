import { writeParts } from '@footfall/kernel'
import type { z } from 'zod'
import type { AccountCall, ProductWriteCall } from './call.ts'
import type { AtLeastOne, Example, ExampleOf } from './example.ts'
import {
  type AccessDeclaration,
  type Audited,
  type Declaration,
  declared,
  type ExecutableWrite,
  type InputOf,
  type NoFields,
  RESOURCE,
  type Shape,
  type ToolDeclaration,
  type WriteBase,
  type WriteOperation,
} from './operation.ts'
import type { Plan } from './plan.ts'

/** What a write consists of, with or without a route. */
interface Change<Place extends 'path' | 'none', Result extends z.ZodType, Params extends Shape, Body extends z.ZodType>
  extends Audited {
  readonly params?: Params
  /** Absent if it takes no body. */
  readonly body?: Body
  readonly output: Result
  readonly creates?: boolean
  readonly destructive?: boolean
  readonly recentSignIn?: boolean
  /** The password that the input sets, if it sets one. It is hashed before the transaction, in which others would wait for it. */
  passwordIn?(input: z.ZodUndefined extends Body ? unknown : z.output<Body>): string | null | undefined
  plan(
    call: Place extends 'none' ? AccountCall : ProductWriteCall,
    input: InputOf<Params> & (z.ZodUndefined extends Body ? unknown : z.output<Body>),
  ): Promise<Plan<z.input<Result>>>
}

/** The tool of MCP that agents call a write by, where machines may not call it by itself. */
interface ToolOfWrite<Params extends Shape, Body extends z.ZodType, Asked extends z.ZodType> extends ToolDeclaration {
  /** Where agents may ask for other things than people. */
  readonly other?: {
    readonly body: Asked
    /** The body of the operation that such a body means. What the path named is passed on with it. */
    meaning(call: ProductWriteCall, asked: z.output<Asked>): Promise<z.output<Body>>
    readonly examples: AtLeastOne<ExampleOf<NoInfer<Params>, NoInfer<Asked>>>
  }
}

/** Defines an operation that changes something. */
export function defineWrite<
  const Place extends 'path' | 'none',
  Result extends z.ZodType,
  Params extends Shape = NoFields,
  Body extends z.ZodType = z.ZodUndefined,
  Asked extends z.ZodType = Body,
>(
  spec: Declaration<Place> &
    Change<Place, Result, Params, Body> & {
      readonly method: WriteBase['method']
      readonly tool?: ToolOfWrite<Params, Body, Asked>
      /** Run by the tests of every write. A write that machines may call has two, or one whose path names something. */
      readonly examples: AtLeastOne<ExampleOf<NoInfer<Params>, NoInfer<Body>>>
    },
): WriteOperation {
  const { path, method, title, description, writtenByVisitors: writtenByOthers = [], examples } = spec
  const routed = { path, method, title, description, writtenByOthers, examples, tool: toolIn(spec) }
  return { ...writeOf(spec), ...routed } as WriteOperation
}

function toolIn<Params extends Shape, Body extends z.ZodType, Asked extends z.ZodType>({
  tool,
  body,
  examples,
}: {
  readonly tool?: ToolOfWrite<Params, Body, Asked>
  readonly body?: Body
  readonly examples: readonly Example[]
}) {
  if (tool === undefined) return undefined
  const { other, ...named } = tool
  return { ...named, body, examples, ...other }
}

/**
 * Defines a write without a route: code of the service executes it for a person, such as a page that a provider sends
 * people back to. It is authorized, planned, committed and audited like every other.
 */
export function defineInternal<
  const Place extends 'path' | 'none',
  Result extends z.ZodType,
  Params extends Shape = NoFields,
  Body extends z.ZodType = z.ZodUndefined,
>(spec: AccessDeclaration<Place> & Change<Place, Result, Params, Body>): ExecutableWrite {
  return writeOf(spec) as ExecutableWrite
}

function writeOf<Place extends 'path' | 'none', Result extends z.ZodType, Params extends Shape, Body extends z.ZodType>(
  spec: AccessDeclaration<Place> & Partial<Pick<Declaration<Place>, 'path'>> & Change<Place, Result, Params, Body>,
) {
  const { activity, recentSignIn = false, passwordIn, plan } = spec
  return {
    ...declared(spec),
    ...writeParts(spec, RESOURCE),
    activity,
    recentSignIn,
    ...(passwordIn && { passwordIn: passwordIn as (input: unknown) => string | null | undefined }),
    // `execute` is the only caller: it passes the call that `product` asks for, and what the schemas parsed.
    plan: plan as (call: AccountCall | ProductWriteCall, input: unknown) => Promise<Plan<unknown>>,
  } as const
}
