import type { Answer, Call } from '../calls/call.ts'
import { FootfallError } from '../errors.ts'
import type { Fields } from '../transport/json.ts'

export interface ReadOptions {
  readonly signal?: AbortSignal
}

/** An answer, or one page of a list. */
export interface Page<Data, Meta> {
  readonly data: Data
  readonly meta: Meta
  readonly page?: { readonly limit: number; readonly next_cursor: string | null }
  readonly requestId: string | undefined
}

/**
 * A question. `await` asks it, for the first page where it has several; `for await` goes through the entries of all pages,
 * and `pages()` through the pages.
 */
export class Read<Data, Meta, Item> implements PromiseLike<Page<Data, Meta>> {
  readonly #call: Call
  readonly #given: Fields
  readonly #signal: AbortSignal | undefined
  #asked: Promise<Page<Data, Meta>> | undefined

  constructor(call: Call, given: Fields, { signal }: ReadOptions = {}) {
    this.#call = call
    this.#given = given
    this.#signal = signal
  }

  // biome-ignore lint/suspicious/noThenProperty: a question is asked when it is awaited
  then<Done = Page<Data, Meta>, Failed = never>(
    done?: ((page: Page<Data, Meta>) => Done | PromiseLike<Done>) | null,
    failed?: ((error: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    this.#asked ??= this.#ask(this.#given)
    return this.#asked.then(done, failed)
  }

  async *pages(): AsyncGenerator<Page<Data, Meta>, void, undefined> {
    const seen = new Set<string>()
    for (let given = this.#given; ; ) {
      const answer = await this.#ask(given)
      yield answer
      const cursor = answer.page?.next_cursor
      if (typeof cursor !== 'string') return
      // A server that repeats a cursor would never come to an end.
      if (seen.has(cursor)) throw new FootfallError('invalid_response', 'The server repeats a page.')
      seen.add(cursor)
      given = { ...this.#given, cursor }
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of this.pages()) {
      if (!Array.isArray(data)) throw new FootfallError('invalid_argument', 'This answer is not a list; use `pages()`.')
      yield* data
    }
  }

  async #ask(given: Fields): Promise<Page<Data, Meta>> {
    return asPage<Data, Meta>(await this.#call(given, { signal: this.#signal }))
  }
}

/** The one place where the types of the service's document are taken for what it answered. */
function asPage<Data, Meta>({ data, meta, page, requestId }: Answer): Page<Data, Meta> {
  return { data, meta, ...(page && { page }), requestId } as Page<Data, Meta>
}
