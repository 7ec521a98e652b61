import type { Clock, RandomSource, Timestamp, TraceContext, Watch } from '@footfall/core-domain'
import type { Coordinator } from '@footfall/idempotency'
import type { Channel } from '@footfall/scopes-policy'
import type { z } from 'zod'
import type { Answer } from './answer.ts'
import type { RawInput } from './input.ts'
import type { AwaitingApproval, Change, Plan, Undo } from './plan.ts'
import type { Previews } from './previews.ts'

/** A read as `execute` sees it. */
export interface KernelRead {
  readonly kind: 'read'
  readonly name: string
  /** Path and query parameters, without the one of the resource; strict. */
  readonly params: z.ZodObject
  readonly query: z.ZodObject
}

/** A write as `execute` sees it. */
export interface KernelWrite {
  readonly kind: 'write'
  readonly name: string
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  readonly body: z.ZodType | undefined
  /** Whether it creates something, or changes what exists. */
  readonly creates: boolean
}

/** The types of a host. Their values are opaque to the kernel. */
export interface Domain {
  /** An authenticated caller. */
  readonly principal: unknown
  /** What the operation is on, as `authorize` found it; undefined if it is on nothing. */
  readonly resource: unknown
  readonly read: KernelRead
  readonly write: KernelWrite
  /** The transaction in which a change, its record and its audit entry commit together. */
  readonly tx: unknown
  readonly services: unknown
  /** How a call relates to its caller's connection. */
  readonly options: unknown
  /** What `begin` prepares for one call, and `end` releases. */
  readonly callState: unknown
  /** How a read was answered, for callers who may see it. Adapters choose the form. */
  readonly details: unknown
}

export type OperationOf<D extends Domain> = D['read'] | D['write']

/** What the kernel itself needs of the services of a host. */
export interface ExecutionServices<D extends Domain> {
  readonly clock: Clock
  readonly random: RandomSource
  /** Executes confirmed writes exactly once. */
  readonly confirmations: Coordinator<D['tx']>
  /** Signs the previews that some credentials have to confirm. */
  readonly previews: Previews
  /** Runs several steps as one: all of them commit together, or none. */
  transaction<T>(work: (tx: D['tx']) => Promise<T>): Promise<T>
  /** Counts a write that is about to execute against its credential's limit; throws `RateLimited`. */
  admitWrite(principal: D['principal']): Promise<void>
  /** Watches operations, where the host measures or traces. */
  readonly watch?: Watch
}

export type ServicesOf<D extends Domain> = D['services'] & ExecutionServices<D>

/** Where a request came from, for the audit log. */
export interface Origin {
  readonly channel: Channel
  readonly address: string | undefined
  readonly requestId: string | undefined
  /** The caller's span, where its message names one. */
  readonly trace?: TraceContext | undefined
}

/** The resource of an authorized request, and its input without the parameter of the resource. */
export interface Authorized<D extends Domain> {
  readonly resource: D['resource']
  readonly rest: RawInput
}

interface RequestOf<D extends Domain> {
  readonly principal: D['principal']
  readonly resource: D['resource']
  /** Checked values of the path and of the query or body, as one flat object. */
  readonly input: Readonly<Record<string, unknown>>
  readonly services: ServicesOf<D>
  readonly callState: D['callState']
}
export interface ReadRequest<D extends Domain> extends RequestOf<D> {
  readonly operation: D['read']
  readonly options: D['options']
}
export interface WriteRequest<D extends Domain> extends RequestOf<D> {
  readonly operation: D['write']
}

/** The result of a read. */
export interface ReadAnswer<Details> {
  readonly answer: Answer<unknown, unknown>
  readonly details?: Details
  /** Paths inside `data` of text that people outside of the service wrote. */
  readonly writtenByOthers: readonly string[]
}

/** What the audit log records of a change. It holds no secret. */
export interface RecordedChange {
  readonly operation: string
  /** Id of what was changed or made. */
  readonly subject: string
  readonly summary: string
  readonly changes: readonly Change[]
  /** Undefined if a person wrote without one. */
  readonly idempotency_key: string | undefined
  /** Absent for a change that cannot be undone. */
  readonly undo?: Undo | undefined
}

/** A change that waits for a person, as its caller is shown it. */
export type HeldChange = AwaitingApproval['approval']

/** How confirmed changes of some credentials wait until a person approves them. */
export interface Approvals<D extends Domain> {
  mustWait(principal: D['principal']): boolean
  /** How long the record of a change that waits protects its key: as long as the host knows what became of it. */
  readonly keptMs: number
  /** Records the planned change, in the transaction that claims its key. */
  hold(
    tx: D['tx'],
    request: WriteRequest<D>,
    plan: Plan<unknown, D['tx']>,
    key: string,
    origin: Origin,
  ): Promise<HeldChange>
  /** The change while it waits, and its recorded result once it was executed. Throws for one that never will be. */
  outcomeOf(id: string, services: ServicesOf<D>): Promise<HeldChange | { readonly executed: string }>
}

/**
 * The rules of a host: who may call what, and what a call finds. `execute` keeps the order and the guarantees: an error leaves
 * nothing changed, the preview is what executes, and a change commits together with its record.
 */
export interface Rules<D extends Domain> {
  /** The checks that come before the input, in the order of the host. Throws the error of the first that fails. */
  authorize(
    operation: OperationOf<D>,
    principal: D['principal'],
    raw: RawInput,
    services: ServicesOf<D>,
    channel: Channel,
  ): Promise<Authorized<D>>
  /** Checks the same again inside the transaction of a write, and whether the credential is still active. */
  authorizeAgain(request: WriteRequest<D>, tx: D['tx'], channel: Channel): Promise<D['resource']>
  /** Throws if this principal never writes. */
  assertMayWrite(principal: D['principal']): void
  begin(
    principal: D['principal'],
    resource: D['resource'],
    services: ServicesOf<D>,
    options: D['options'],
  ): D['callState']
  end(callState: D['callState']): void
  read(request: ReadRequest<D>): Promise<ReadAnswer<D['details']>>
  /** What takes long and needs no store, such as hashing a password: done once a write executes, before its transaction. */
  prepare?(request: WriteRequest<D>): Promise<void>
  /** Plans a write, inside the transaction that commits it or for a preview. */
  plan(request: WriteRequest<D>, tx: D['tx'] | undefined): Promise<Plan<unknown, D['tx']>>
  /** The id of the credential that idempotency keys belong to. */
  credentialOf(principal: D['principal']): string
  /** What names the resource in the fingerprint of a request. */
  identityOf(resource: D['resource']): Readonly<Record<string, unknown>>
  /**
   * What the answers to a write say in `meta` of the resource that it is on, whatever name the caller used; with the
   * result where the write was executed, which may have changed it.
   */
  shownOf(resource: D['resource'], result?: unknown): Readonly<Record<string, unknown>>
  /** Whether a request without a confirmation executes, since a person saw the form before sending it. */
  writesDirectly(principal: D['principal']): boolean
  /** Whether a confirmation by this principal must carry a preview. */
  mustPreview(principal: D['principal']): boolean
  /** Records the use of a preview in the transaction of the change; false if it served another change. */
  recordPreviewUse(tx: D['tx'], preview: string, expiresAt: Timestamp): Promise<boolean>
  /** Absent in a host without approvals. */
  readonly approvals?: Approvals<D>
  /** Adds the change to the audit log, in the transaction that makes it. */
  record(tx: D['tx'], request: WriteRequest<D>, change: RecordedChange, origin: Origin): Promise<void>
}
