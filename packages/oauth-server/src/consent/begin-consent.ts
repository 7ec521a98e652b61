import type { OAuthClient } from '../client.ts'
import type { Context } from '../context.ts'
import type { SignedIn } from '../host.ts'
import type { HttpResponse } from '../http/exchange.ts'
import type { ConsentRequest, EpochMs, RequestedAuthorization } from '../records.ts'
import { hashSecret, randomSecret } from '../secrets.ts'
import type { BrowserBinding } from './browser-binding.ts'
import { consentPage } from './consent-page.ts'

interface NewConsent {
  readonly client: OAuthClient
  readonly account: SignedIn
  readonly authorization: RequestedAuthorization
  readonly state: string
  readonly browser: BrowserBinding
  /** When the authorization request started: the consent expires a lifetime later. */
  readonly startedAt: EpochMs
}

/** Stores the consent request, bound to this browser and this account, and shows the consent page. */
export async function beginConsent(
  context: Context,
  { client, account, authorization, state, browser, startedAt }: NewConsent,
): Promise<HttpResponse> {
  const { randomBytes, now, stores, lifetimesMs } = context.settings
  const handle = randomSecret(randomBytes)
  const request: ConsentRequest = {
    ...authorization,
    hash: hashSecret(handle),
    browserHash: browser.hash,
    accountId: account.accountId,
    state,
    createdAt: now(),
    expiresAt: startedAt + lifetimesMs.consent,
  }
  await stores.consents.add(request)
  return consentPage(
    context,
    { request, handle, kind: client.kind === 'metadata_document' ? client.kind : 'registered', account },
    browser.setCookie,
  )
}
