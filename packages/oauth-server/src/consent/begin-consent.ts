import type { OAuthClient } from '../clients/client.ts'
import type { Context } from '../context.ts'
import type { SignedIn } from '../host.ts'
import type { HttpAnswer, HttpRequest } from '../http/exchange.ts'
import type { ConsentRequest, RequestedAuthorization } from '../records.ts'
import { isLoopbackRedirect } from '../redirect-uri.ts'
import { hashSecret, randomSecret } from '../secrets.ts'
import { LIFETIME } from '../settings.ts'
import { bindBrowser } from './browser-binding.ts'
import { consentPage } from './consent-page.ts'

/** Puts the question, bound to this browser and this account, for ten minutes. Everything asked for is kept here. */
export async function beginConsent(
  context: Context,
  { header }: HttpRequest,
  client: OAuthClient,
  account: SignedIn,
  requested: RequestedAuthorization,
  state: string,
): Promise<HttpAnswer> {
  const { issuer, randomBytes, now, stores } = context.settings
  const handle = randomSecret(randomBytes)
  const browser = bindBrowser(issuer, header('cookie'), randomBytes)
  const createdAt = now()
  const request: ConsentRequest = {
    ...requested,
    hash: hashSecret(handle),
    browserHash: browser.hash,
    accountId: account.accountId,
    state,
    createdAt,
    expiresAt: createdAt + LIFETIME.consent,
  }
  await stores.consents.add(request)
  return consentPage(context, { request, handle, client: shownClient(client), account }, browser.setCookie)
}

export function shownClient({ id, name, kind, redirectUris }: OAuthClient) {
  return { id, name, kind, allLoopback: redirectUris.every(isLoopbackRedirect) }
}
