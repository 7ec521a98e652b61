import type {
  Collector,
  EngineShare,
  ErrorCode,
  IntakeTurns,
  ProductId,
  ProductKey,
  ProductKeyId,
  RequestOrigin,
} from '@footfall/core-domain'
import type { z } from 'zod'

/** The services of an intake. */
export interface IntakeServices {
  readonly collector: Collector
  /**
   * Waits until what a key sent may be read, since reading it keeps everyone else waiting; without it, it is read as it comes.
   * Throws `Overloaded`.
   */
  beginIntake?(share: EngineShare): Promise<IntakeTurns>
}

/** Who sends: anyone, from an address, or a Website API key of the kind that the intake takes. */
export interface IntakeCall extends IntakeServices {
  readonly origin: RequestOrigin
}
export interface KeyedIntakeCall extends IntakeCall {
  readonly turns: IntakeTurns
  readonly product: ProductId
  readonly key: ProductKeyId
}

/** A successful response of an intake. */
export interface IntakeOutcome {
  readonly description: string
  readonly body: z.ZodType
}
export type IntakeStatus = 200 | 201 | 202
export interface IntakeAnswer {
  readonly status: IntakeStatus
  readonly body: unknown
}

interface IntakeBase {
  readonly kind: 'intake'
  readonly name: string
  readonly method: 'POST'
  readonly path: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodType
  /** The documented schema, if `input` accepts more so that invalid parts are reported one by one. */
  readonly documented?: z.ZodType
  /** The limit of its body, if it differs from that of other operations. */
  readonly bodyBytesMax?: number
  /** The limit of the values in its body, if it differs from that of other operations. */
  readonly bodyValuesMax?: number
  /** Whether it takes its body in parts and ends its turns itself; otherwise they end before it runs. */
  readonly takesTurns?: boolean
  readonly answers: Readonly<Partial<Record<IntakeStatus, IntakeOutcome>>>
  /** Every code that it can return. */
  readonly errors: readonly ErrorCode[]
}
export interface PublicIntake extends IntakeBase {
  /** Open to browsers of every origin, and only to requests without a credential. */
  readonly credential: 'none'
  /** Called with a body that does not validate. */
  onInvalid?(services: IntakeServices, body: unknown): void
  run(call: IntakeCall, input: unknown): Promise<IntakeAnswer>
}
export interface KeyedIntake extends IntakeBase {
  /** The kind of Website API key that it takes. */
  readonly credential: ProductKey['kind']
  run(call: KeyedIntakeCall, input: unknown): Promise<IntakeAnswer>
}
/** A route that collects what happened elsewhere, without a preview and without an audit entry. */
export type IntakeOperation = PublicIntake | KeyedIntake

const INTAKE_ERRORS = [
  'invalid_request',
  'invalid_token',
  'credential_not_accepted',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorCode[]

interface IntakeSpec<
  Credential extends IntakeOperation['credential'],
  Input extends z.ZodType,
  Answers extends IntakeBase['answers'],
> extends Pick<
    IntakeBase,
    'name' | 'path' | 'title' | 'description' | 'documented' | 'bodyBytesMax' | 'bodyValuesMax' | 'takesTurns'
  > {
  readonly credential: Credential
  readonly input: Input
  readonly answers: Answers
  readonly errors?: readonly Extract<ErrorCode, 'identity_off' | 'not_found' | 'already_exists'>[]
  readonly onInvalid?: PublicIntake['onInvalid']
  run(
    call: Credential extends 'none' ? IntakeCall : KeyedIntakeCall,
    input: z.output<Input>,
  ): Promise<AnswerOf<Answers>>
}
type AnswerOf<Answers> = {
  [Status in keyof Answers & IntakeStatus]: {
    readonly status: Status
    readonly body: Answers[Status] extends IntakeOutcome ? z.input<Answers[Status]['body']> : never
  }
}[keyof Answers & IntakeStatus]

export function defineIntake<
  const Credential extends IntakeOperation['credential'],
  Input extends z.ZodType,
  const Answers extends IntakeBase['answers'],
>(spec: IntakeSpec<Credential, Input, Answers>): IntakeOperation {
  return {
    ...spec,
    kind: 'intake',
    method: 'POST',
    errors: [...INTAKE_ERRORS, ...(spec.errors ?? [])],
    // `receive` is the only caller: it passes the call that `credential` asks for, and what the schema parsed.
    run: spec.run as unknown as KeyedIntake['run'],
  } as IntakeOperation
}
