/**
 * A step of the service's work that can be watched: timed, counted, shown in a trace. Every text here is of a small
 * fixed vocabulary and chosen by the service itself: never an id, a path, a value of a caller's or anything of a person.
 */
export type Step =
  | { readonly kind: 'operation'; readonly operation: string; readonly channel: string }
  /** A statement of the analytics engine, by what it is for and its first word. */
  | { readonly kind: 'engine'; readonly purpose: string; readonly statement: string }
  /** A transaction of the control database, with every try it took. */
  | { readonly kind: 'transaction'; readonly system: 'sqlite' | 'postgresql' }

/** Does the work as this step; answers what it answers and throws what it throws. */
export type Watch = <T>(step: Step, work: () => Promise<T>) => Promise<T>
