import type { Context } from '../context.ts'
import type { ConsentView, SignedIn } from '../host.ts'
import { type HttpResponse, page } from '../http/exchange.ts'
import type { ConsentRequest } from '../records.ts'
import { isLoopbackRedirect } from '../redirect-uri.ts'
import { PATHS } from '../settings.ts'
import { defaultConsentPage } from './default-page.ts'

export const FIELD = { handle: 'consent', decision: 'decision' } as const
export const DECISION = { allow: 'allow', deny: 'deny' } as const

export interface ConsentPageInput {
  readonly request: ConsentRequest
  readonly handle: string
  readonly kind: ConsentView['client']['kind']
  readonly account: SignedIn
  /** Set when the page is shown again because `readGrant` rejected the form. */
  readonly retry?: { readonly problem: string; readonly posted: URLSearchParams }
}

export async function consentPage(
  { settings }: Context,
  input: ConsentPageInput,
  setCookie?: string,
): Promise<HttpResponse> {
  const { request, handle, kind, account, retry } = input
  const view: ConsentView = {
    client: { id: request.clientId, name: request.clientName, kind },
    redirectHost: new URL(request.redirectUri).host,
    redirectsToLoopback: isLoopbackRedirect(request.redirectUri),
    scopes: request.scopes,
    account,
    form: {
      action: PATHS.consent,
      hidden: [{ name: FIELD.handle, value: handle }],
      decision: { name: FIELD.decision, ...DECISION },
      posted: retry?.posted,
    },
    problem: retry?.problem,
  }
  const html = await (settings.host.renderConsent?.(view) ?? defaultConsentPage(view))
  return page(retry ? 400 : 200, html, setCookie === undefined ? {} : { 'Set-Cookie': setCookie })
}
