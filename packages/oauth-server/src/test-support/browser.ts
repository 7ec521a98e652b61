/** A browser without scripts: cookies, forms, and redirects that it does not follow by itself. */
export class Browser {
  readonly #cookies = new Map<string, string>()
  readonly #origin: string

  constructor(origin: string, accountId?: string) {
    this.#origin = origin
    if (accountId) this.signIn(accountId)
  }

  signIn(accountId: string): void {
    this.#cookies.set('session', accountId)
  }

  signOut(): void {
    this.#cookies.delete('session')
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name)
  }

  get(url: string): Promise<Response> {
    return this.#send(url, {})
  }

  /** As Chromium posts a form of a page of this origin. */
  post(path: string, form: URLSearchParams, headers: Record<string, string> = {}): Promise<Response> {
    const sent = { origin: this.#origin, 'sec-fetch-site': 'same-origin', ...headers }
    return this.#send(new URL(path, this.#origin).href, { method: 'POST', body: form, headers: sent })
  }

  async #send(url: string, init: RequestInit): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(init.headers as Record<string, string>), ...(cookie ? { cookie } : {}) }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.#cookies.set(name, value)
    }
    return response
  }
}

/** The consent form on a page: where it goes, and what it carries. */
export function formOf(html: string): { action: string; fields: URLSearchParams } {
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1]
  if (action === undefined) throw new Error(`There is no form in ${html}`)
  const hidden = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
  return {
    action,
    fields: new URLSearchParams(hidden.map(([, name = '', value = '']): [string, string] => [name, value])),
  }
}
