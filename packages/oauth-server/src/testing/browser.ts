/** A browser without scripts: cookies, forms, and redirects that it does not follow by itself. */
export class Browser {
  readonly #cookies = new Map<string, string>()
  readonly #origin: string
  #session: readonly string[] = []

  /** `session` is the `Cookie` header of a browser in which a person is signed in. */
  constructor(origin: string, session?: string) {
    this.#origin = origin
    if (session) this.signIn(session)
  }

  signIn(session: string): void {
    this.signOut()
    const pairs = session.split('; ').map((pair) => /^([^=]+)=(.*)$/s.exec(pair) ?? [])
    for (const [, name = '', value = ''] of pairs) this.#cookies.set(name, value)
    this.#session = pairs.map(([, name = '']) => name)
  }

  signOut(): void {
    for (const name of this.#session) this.#cookies.delete(name)
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name)
  }

  get(url: string): Promise<Response> {
    return this.#send(url, {}, {})
  }

  /** As Chromium posts a form of a page of this origin. */
  post(path: string, form: URLSearchParams, headers: Record<string, string> = {}): Promise<Response> {
    const sent = { origin: this.#origin, 'sec-fetch-site': 'same-origin', ...headers }
    return this.#send(new URL(path, this.#origin).href, { method: 'POST', body: form }, sent)
  }

  async #send(url: string, init: RequestInit, given: Readonly<Record<string, string>>): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...given, ...(cookie ? { cookie } : {}) }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.#cookies.set(name, value)
    }
    return response
  }
}

/** The consent form on a page: where it goes, and what it carries. */
export interface ConsentForm {
  readonly action: string
  readonly fields: URLSearchParams
}

/** The form with this hidden field. Throws if the page has none. */
export function formOf(html: string, field = 'consent'): ConsentForm {
  for (const [, tag = '', content = ''] of html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gis)) {
    const form = attributesOf(tag)
    const action = form.get('action')
    if (action === undefined || form.get('method')?.toLowerCase() !== 'post') continue
    const inputs = [...content.matchAll(/<input\b([^>]*)>/gis)].map(([, input = '']) => attributesOf(input))
    const hidden = inputs.filter((input) => input.get('type') === 'hidden')
    if (!hidden.some((input) => input.get('name') === field)) continue
    const fields = hidden.map((input): [string, string] => [input.get('name') ?? '', input.get('value') ?? ''])
    return { action, fields: new URLSearchParams(fields) }
  }
  throw new Error(`There is no consent form in ${html}`)
}

function attributesOf(tag: string): ReadonlyMap<string, string> {
  const pairs = tag.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)
  return new Map(
    [...pairs].map(([, name = '', double, single]) => [name.toLowerCase(), unescaped(double ?? single ?? '')]),
  )
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }

function unescaped(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39|#x27);/g, (entity, name: string) => ENTITIES[name] ?? entity)
}
