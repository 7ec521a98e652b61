/** Position in a caller's trace, as received (W3C Trace Context, §3.2 and §3.3). Not validated. */
export interface TraceContext {
  readonly traceparent: string
  readonly tracestate?: string | undefined
}

/**
 * A step that metrics and traces record. Every text is from a small fixed vocabulary of the service: never an id, a path, a
 * value of the caller or personal data.
 */
export type Step =
  | {
      readonly kind: 'operation'
      readonly operation: string
      readonly channel: string
      /** The caller's span, where its message names one: the operation belongs to that trace. */
      readonly trace?: TraceContext | undefined
    }
  /** A statement of the warehouse, by its purpose and its first word. */
  | { readonly kind: 'engine'; readonly purpose: string; readonly statement: string }
  /** A transaction of the control database, including its retries. */
  | { readonly kind: 'transaction'; readonly system: 'sqlite' | 'postgresql' }

/** Records the work as this step; returns or throws what the work does. */
export type Watch = <T>(step: Step, work: () => Promise<T>) => Promise<T>
