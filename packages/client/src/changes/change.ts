import type { Answer, Call } from '../calls/call.ts'
import { FootfallError, invalidArgument, isFootfallError, withKey } from '../errors.ts'
import type { components } from '../generated/schema.ts'
import type { Connection } from '../transport/connection.ts'
import { type Fields, isFields } from '../transport/json.ts'
import { checkedKey, KEPT_MS, type KeptKey, type KeyStore, newKey, storedKey, storedText } from './keys.ts'

export interface ChangeOptions {
  readonly signal?: AbortSignal
  /** The idempotency key, where you make it yourself: the same key is the same change, also in another process. */
  readonly key?: string
  /** A name of what is intended. The key is kept under it in the `keys` of the client, so that a restart confirms the same change. */
  readonly intent?: string
}

export interface WaitOptions {
  readonly signal?: AbortSignal
  /** How long to wait for a person; by default until the approval expires. */
  readonly waitMs?: number
}

type Schemas = components['schemas']

/** What would change. Nothing has. */
export type Previewed = Schemas['Previewed']['data'] & {
  readonly meta: Schemas['Previewed']['meta']
  readonly requestId: string | undefined
}

/** The change was made. `result` is null where an operator had to decide that it was. */
export interface Executed<Result> {
  readonly state: 'executed'
  readonly operation: string
  readonly result: Result | null
  /** A new credential's secret, which no later answer has. */
  readonly secret?: string
  readonly secret_returned_once?: boolean
  readonly meta: Schemas['ExecutedMeta']
  readonly requestId: string | undefined
}

/** The change is confirmed, and a person has to approve it. */
export type AwaitingApproval = Schemas['AwaitingApproval']['data'] & {
  readonly meta: Schemas['ExecutedMeta']
  readonly requestId: string | undefined
}

export type Outcome<Result> = Executed<Result> | AwaitingApproval

const FIRST_LOOK_MS = 2_000
const LAST_LOOK_MS = 30_000

/**
 * A change that is intended. `preview` shows it, `confirm` makes it, and each further `confirm` of the same object replays it,
 * since its idempotency key is made once.
 */
export class Change<Result> {
  readonly #call: Call
  readonly #given: Fields
  readonly #connection: Connection
  readonly #options: ChangeOptions
  readonly #store: KeyStore | undefined
  #key: Promise<KeptKey> | undefined
  #preview: string | undefined

  constructor(call: Call, given: Fields, connection: Connection, options: ChangeOptions = {}, store?: KeyStore) {
    if (options.key !== undefined && options.intent !== undefined)
      throw invalidArgument('Give `key` or `intent`, not both.')
    if (options.intent !== undefined && store === undefined)
      throw invalidArgument('`intent` needs a client with `keys`, in which the key is kept.')
    if (options.key !== undefined) checkedKey(options.key)
    // A later change of the caller's object would be another change under the same key.
    this.#given = structuredClone(given)
    this.#call = call
    this.#connection = connection
    this.#options = options
    this.#store = store
  }

  /** Asks what would change. */
  async preview({ signal = this.#options.signal }: { signal?: AbortSignal } = {}): Promise<Previewed> {
    const answer = await this.#call(this.#given, { signal })
    const previewed = stateOf<Previewed>(answer, 'previewed')
    const proof = previewed.meta.confirm?.preview
    if (proof !== undefined) this.#preview = proof
    return previewed
  }

  /** Makes the change, or replays it. */
  async confirm({ signal = this.#options.signal }: { signal?: AbortSignal } = {}): Promise<Outcome<Result>> {
    const kept = await this.#kept()
    const { key } = kept
    try {
      const confirmation = { key, preview: this.#preview ?? kept.preview }
      const answer = await this.#call(this.#given, { confirmation, signal })
      const outcome = stateOf<Outcome<Result>>(answer, 'executed', 'awaiting_approval')
      const until = outcome.meta.idempotency.expires_at
      await this.#keepUntil(until === null ? null : Date.parse(until))
      return outcome
    } catch (error) {
      // The service blocks this key until the outcome is known, however long that takes.
      if (isFootfallError(error, 'outcome_unknown')) await this.#keepUntil(null)
      throw withKey(error, key)
    }
  }

  /** Makes the change, and waits for the person where it needs an approval. Declined, it is the error `approval_declined`. */
  async settle({ signal = this.#options.signal, waitMs }: WaitOptions = {}): Promise<Executed<Result>> {
    const { now, sleep } = this.#connection
    const startedMs = now()
    for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(lookMs * 1.5, LAST_LOOK_MS)) {
      const outcome = await this.confirm(signal === undefined ? {} : { signal })
      if (outcome.state === 'executed') return outcome
      const leftMs = waitMs === undefined ? Number.POSITIVE_INFINITY : startedMs + waitMs - now()
      if (leftMs <= 0) {
        const detail = `Nobody has approved the change yet: ${outcome.approval.link}`
        throw new FootfallError('still_awaiting_approval', detail, {}, await this.key())
      }
      await sleep(Math.min(lookMs, leftMs), signal)
    }
  }

  /** The idempotency key of the change. */
  async key(): Promise<string> {
    return (await this.#kept()).key
  }

  /** Takes the kept key out of the store: the next change of this intent is another one. */
  async forget(): Promise<void> {
    const { intent } = this.#options
    if (intent !== undefined) await this.#store?.delete(intent)
    this.#key = undefined
  }

  #kept(): Promise<KeptKey> {
    const made = this.#key ?? this.#findKey()
    this.#key = made
    // A store that failed is asked again.
    made.catch(() => {
      if (this.#key === made) this.#key = undefined
    })
    return made
  }

  /** The key is kept before it is sent for the first time. */
  async #findKey(): Promise<KeptKey> {
    const { key, intent } = this.#options
    const now = this.#connection.now()
    if (key !== undefined) return { key, until: null }
    const made = { key: newKey(this.#connection.random), until: now + KEPT_MS, preview: this.#preview }
    if (intent === undefined || this.#store === undefined) return { ...made, until: null }
    const text = await this.#store.get(intent)
    if (typeof text === 'string') return storedKey(intent, text, now)
    await this.#store.set(intent, storedText(made))
    return made
  }

  async #keepUntil(until: number | null): Promise<void> {
    const { intent } = this.#options
    const kept = await this.#kept()
    if (intent === undefined || this.#store === undefined || Number.isNaN(until) || kept.until === until) return
    this.#key = Promise.resolve({ ...kept, until })
    await this.#store.set(intent, storedText({ ...kept, until }))
  }
}

/** The data of an answer in one of these states, with what stands beside it. */
function stateOf<Outcome extends { readonly state: string }>(
  { data, meta, requestId }: Answer,
  ...states: readonly Outcome['state'][]
): Outcome {
  if (!isFields(data) || !isFields(meta) || !states.some((state) => state === data.state))
    throw new FootfallError('invalid_response', 'The response is not one of the service.', { requestId })
  // The types of the service's document are taken for what it answered.
  return { ...data, meta, requestId } as unknown as Outcome
}
