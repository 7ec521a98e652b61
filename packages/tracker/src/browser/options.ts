/** Properties of an event; `null` leaves one out. */
export type EventProperties = Readonly<Record<string, string | number | boolean | null>>

/** Additional data of an event. */
export interface EventOptions<Properties = EventProperties> {
  readonly props?: Properties
  /** A decimal amount, exact as text, and an ISO 4217 code. */
  readonly revenue?: { readonly amount: string | number; readonly currency: string }
  /** false: the visitor did not cause it, so it does not end a bounce. */
  readonly interactive?: boolean
}

/**
 * The events of an application by their names, with their properties. It adds its own in a declaration; then `track` takes no others:
 *
 * `declare module '@footfall/tracker' { interface Events { Signup: { plan: 'free' | 'pro' } } }`
 */
// biome-ignore lint/suspicious/noEmptyInterface: applications add to it
export interface Events {}

/** A name that `track` takes: any, unless the application has declared its events. */
export type EventName = [keyof Events] extends [never] ? string : keyof Events & string

/** What `track` takes after a name: the properties are required if the declaration requires one. */
export type EventArguments<Name extends string> = Name extends keyof Events
  ? Partial<Events[Name]> extends Events[Name]
    ? [options?: EventOptions<Events[Name]>]
    : [options: EventOptions<Events[Name]> & { readonly props: Events[Name] }]
  : [options?: EventOptions]

export interface InitOptions {
  /** The id of the product, `prd_…`. */
  readonly product: string
  /** Where events go; by default `/api/event` on the origin of the page. */
  readonly api?: string
  /** Counts no page automatically: call `page()`. */
  readonly manual?: boolean
  /** Counts hash routes (`#/about`) as paths. */
  readonly hash?: boolean
  /** Counts on `localhost` too. */
  readonly local?: boolean
  /** The visitor, where the product identifies visitors. */
  readonly visitor?: string
  /** Properties of every event. */
  readonly props?: Readonly<Record<string, string>>
  /** Called with each event before it is sent; returns it, changed or not, or nothing to leave it out. */
  readonly transform?: (event: Record<string, unknown>) => Record<string, unknown> | null | undefined
  /** Events that are not captured automatically. */
  readonly leaveOut?: readonly ('outbound' | 'downloads' | 'forms' | 'engagement')[]
}
