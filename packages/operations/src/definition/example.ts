import type { z } from 'zod'

/** Something that exists before an example runs. In a path it stands for its id. */
export type Given =
  | 'account report'
  | 'alert'
  | 'annotation'
  | 'app'
  | 'approval'
  | 'authenticator'
  | 'child token'
  | 'complete import'
  | 'connection'
  | 'editor'
  | 'funnel'
  | 'invitation'
  | 'key'
  | 'passkey'
  | 'report'
  | 'search console'
  | 'second owner'
  | 'segment'
  | 'session'
  | 'shared link'
  | 'token'
  | 'trust'
  | 'trusting token'
  | 'undoable account change'
  | 'undoable change'
  | 'uploaded import'
  | 'viewer'
  | 'wide token'

/** Values that a body repeats or proves, and that only exist once an account does. */
export interface ExampleValues {
  /** The email of the caller. */
  readonly email: string
  /** A setup of an authenticator app, with its current code. */
  authenticator(): { readonly setup: string; readonly code: string }
  /** A setup of a passkey, with what a browser responds. */
  passkey(): Promise<{ readonly setup: string; readonly response: Record<string, unknown> }>
}

/** A call of a write that succeeds for an owner. */
export interface Example {
  readonly given?: readonly Given[]
  readonly path?: Readonly<Record<string, Given>>
  /** The body, or a function of `ExampleValues` that returns it. */
  readonly body?: unknown
}

/** An example that fits the parameters and the body of a write. */
export type ExampleOf<Params extends z.ZodRawShape, Body extends z.ZodType> = Pick<Example, 'given'> &
  (keyof Params extends never ? unknown : { readonly path: Readonly<Record<keyof Params & string, Given>> }) &
  (z.ZodUndefined extends Body ? unknown : { readonly body: BodyExample<z.input<Body>> })

export type BodyExample<Body> = Body | ((values: ExampleValues) => Body | Promise<Body>)

export type AtLeastOne<Item> = readonly [Item, ...Item[]]
