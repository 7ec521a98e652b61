import type { OAuthClient } from '../clients/client.ts'
import type { Context } from '../context.ts'
import type { SignedIn } from '../host.ts'
import type { HttpAnswer } from '../http/exchange.ts'
import type { ConsentRequest, EpochMs, RequestedAuthorization } from '../records.ts'
import { hashSecret, randomSecret } from '../secrets.ts'
import { LIFETIME } from '../settings.ts'
import type { BrowserBinding } from './browser-binding.ts'
import { consentPage } from './consent-page.ts'

/** What the person is asked, and who is signed in. */
interface Asked {
  readonly client: OAuthClient
  readonly account: SignedIn
  readonly requested: RequestedAuthorization
  readonly state: string
}

/**
 * Puts the question, bound to this browser and this account, until ten minutes after the authorization request began.
 * Everything asked for is kept here.
 */
export async function beginConsent(
  context: Context,
  { client, account, requested, state }: Asked,
  { browser, begunAt }: { readonly browser: BrowserBinding; readonly begunAt: EpochMs },
): Promise<HttpAnswer> {
  const { randomBytes, now, stores } = context.settings
  const handle = randomSecret(randomBytes)
  const request: ConsentRequest = {
    ...requested,
    hash: hashSecret(handle),
    browserHash: browser.hash,
    accountId: account.accountId,
    state,
    createdAt: now(),
    expiresAt: begunAt + LIFETIME.consent,
  }
  await stores.consents.add(request)
  return consentPage(context, { request, handle, kind: client.kind, account }, browser.setCookie)
}
