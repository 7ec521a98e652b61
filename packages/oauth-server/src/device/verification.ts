import type { OAuthClient } from '../client.ts'
import { bindBrowser, boundBrowser } from '../consent/browser-binding.ts'
import { DECISION, FIELD } from '../consent/consent-page.ts'
import { isSameOrigin } from '../consent/same-origin.ts'
import { type Context, errorPage, reportRejection } from '../context.ts'
import type { DeviceGrantResult, DeviceSettings, DeviceView } from '../device-options.ts'
import { DEVICE_GRANT_TYPE } from '../grant-type.ts'
import type { SignedIn } from '../host.ts'
import { type HttpRequest, type HttpResponse, page, redirect } from '../http/exchange.ts'
import { type Parameters, parseParameters, readForm, single } from '../http/parameters.ts'
import type { DeviceRequest } from '../records.ts'
import { randomId } from '../secrets.ts'
import { decisionTicket, isDecisionTicket, type Viewer } from './decision-ticket.ts'
import { defaultDecidedPage, defaultEntryPage, defaultRequestPage } from './default-pages.ts'
import { type DevicePageFailure, devicePageFailureToPage, UNKNOWN_CODE } from './failures.ts'
import { groupedUserCode, parseUserCode, userCodeHashes } from './user-code.ts'

const CODE = 'user_code'
/** The hidden fields of the decision form. */
const REQUEST = 'device'
const TICKET = 'ticket'

/** GET shows the pages, POST takes the decision. */
export function verification(device: DeviceSettings) {
  return (context: Context, request: HttpRequest): Promise<HttpResponse> =>
    request.method === 'POST' ? decide(context, device, request) : show(context, device, request)
}

/**
 * The form for a code, and with a code its request. Codes are looked up only for people who are signed in, each counted, so
 * that strangers cannot guess. What the page shows is never stored.
 */
async function show(context: Context, device: DeviceSettings, request: HttpRequest): Promise<HttpResponse> {
  const { settings } = context
  const parameters = parseParameters(request.query)
  const typed = single(parameters, CODE)
  if (typed === undefined) return entryPage(device, 200, undefined)
  const code = (parameters.get(CODE)?.length ?? 0) > 1 ? undefined : parseUserCode(typed)
  if (code === undefined) return entryPage(device, 400, UNKNOWN_CODE)

  const account = await settings.host.currentAccount(request.raw)
  if (!account) return redirect(302, settings.host.signInUrl(`${device.path}?${CODE}=${groupedUserCode(code)}`))
  const retryAfterSeconds = await device.limitEntry?.(account, request.raw)
  if (retryAfterSeconds !== undefined) {
    reportRejection(context, 'device', 'rate_limited')
    const limited = await entryPage(device, 429, 'You entered too many codes. Wait a minute, then try again.')
    return {
      ...limited,
      headers: { ...limited.headers, 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
    }
  }
  const found = await requestOf(context, code)
  if (found === undefined || found.decision !== undefined || found.expiresAt <= settings.now()) {
    reportRejection(context, 'device', 'unknown_request')
    return entryPage(device, 400, UNKNOWN_CODE)
  }
  const described = await describedClient(context, found, account)
  if (typeof described === 'string') return reject(context, described, found.clientId)
  const browser = bindBrowser(settings, request.header('cookie'))
  const viewer = { accountId: account.accountId, browserHash: browser.hash }
  return requestPage(context, device, { found, client: described, code, account, viewer, setCookie: browser.setCookie })
}

async function requestOf({ settings }: Context, code: string): Promise<DeviceRequest | undefined> {
  for (const hash of userCodeHashes(settings, code)) {
    const found = await settings.stores.devices.findByUserCode(hash)
    if (found !== undefined && found.issuer === settings.issuer) return found
  }
  return undefined
}

/** The client as it describes itself now, or why it cannot be connected. Fetches a metadata document. */
async function describedClient(
  { clients }: Context,
  { clientId }: DeviceRequest,
  { accountId }: SignedIn,
): Promise<OAuthClient | DevicePageFailure> {
  const resolved = await clients.describe(clientId, accountId)
  if (!resolved.ok) return resolved.failure.reason
  return resolved.client.grantTypes.includes(DEVICE_GRANT_TYPE) ? resolved.client : 'grant_not_registered'
}

interface RequestPage {
  readonly found: DeviceRequest
  readonly client: OAuthClient
  readonly code: string
  readonly account: SignedIn
  readonly viewer: Viewer
  readonly setCookie?: string
  /** Set when the page is shown again because `readGrant` rejected the form. */
  readonly retry?: { readonly problem: string; readonly posted: URLSearchParams }
}

async function requestPage(
  { settings }: Context,
  device: DeviceSettings,
  { found, client, code, account, viewer, setCookie, retry }: RequestPage,
): Promise<HttpResponse> {
  const view: DeviceView = {
    client: { id: client.id, name: client.name, kind: client.kind },
    deviceName: found.deviceName,
    userCode: groupedUserCode(code),
    origin: found.origin,
    startedAt: found.createdAt,
    scopes: found.scopes,
    resource: found.resource,
    account,
    form: {
      action: device.path,
      hidden: [
        { name: REQUEST, value: found.hash },
        { name: CODE, value: groupedUserCode(code) },
        { name: TICKET, value: decisionTicket(settings, found, viewer) },
      ],
      decision: { name: FIELD.decision, ...DECISION },
      posted: retry?.posted,
    },
    problem: retry?.problem,
  }
  const html = await (device.renderRequest?.(view) ?? defaultRequestPage(view))
  return page(retry ? 400 : 200, html, setCookie === undefined ? {} : { 'Set-Cookie': setCookie })
}

async function entryPage(device: DeviceSettings, status: number, problem: string | undefined): Promise<HttpResponse> {
  const view = { form: { action: device.path, field: CODE, value: undefined }, problem }
  return page(status, await (device.renderEntry?.(view) ?? defaultEntryPage(view)))
}

/** The decision of the person. A form that is rejected decides nothing. */
async function decide(context: Context, device: DeviceSettings, request: HttpRequest): Promise<HttpResponse> {
  const { settings } = context
  if (!isSameOrigin(settings.issuer, request.header)) return reject(context, 'foreign_origin')
  const form = await readForm(request)
  if (!form.ok) return reject(context, form.reason)
  const { parameters } = form
  if ([REQUEST, TICKET, CODE, FIELD.decision].some((name) => (parameters.get(name)?.length ?? 0) > 1))
    return reject(context, 'parameter_repeated')
  const account = await settings.host.currentAccount(request.raw)
  if (!account) return reject(context, 'signed_out')
  const found = await settings.stores.devices.find(single(parameters, REQUEST) ?? '')
  if (found === undefined || found.issuer !== settings.issuer) return reject(context, 'unknown_request')
  const browserHash = boundBrowser(settings.issuer, request.header('cookie'))
  const viewer = browserHash === undefined ? undefined : { accountId: account.accountId, browserHash }
  const code = codeOf(context, found, parameters)
  if (viewer === undefined || !isDecisionTicket(settings, found, viewer, single(parameters, TICKET) ?? ''))
    return reject(context, 'other_browser_or_account', found.clientId)
  if (code === undefined) return reject(context, 'unknown_request', found.clientId)
  if (found.decision !== undefined) return reject(context, 'answered_already', found.clientId)
  if (found.expiresAt <= settings.now()) return reject(context, 'expired', found.clientId)

  switch (single(parameters, FIELD.decision)) {
    case DECISION.deny:
      return deny(context, device, found, account)
    case DECISION.allow: {
      const posted = new URLSearchParams(form.text)
      return allow(context, device, { found, code, account, viewer }, posted)
    }
    default:
      return reject(context, 'no_decision', found.clientId)
  }
}

/** The code of the form, if it is that of the request. */
function codeOf({ settings }: Context, found: DeviceRequest, parameters: Parameters): string | undefined {
  const code = parseUserCode(single(parameters, CODE) ?? '')
  return code !== undefined && userCodeHashes(settings, code).includes(found.userCodeHash) ? code : undefined
}

async function deny(
  context: Context,
  device: DeviceSettings,
  found: DeviceRequest,
  { accountId }: SignedIn,
): Promise<HttpResponse> {
  const { stores, host, now } = context.settings
  if (!(await stores.devices.deny(found.hash, accountId, now())))
    return reject(context, 'answered_already', found.clientId)
  host.observe?.({ kind: 'device_denied', clientId: found.clientId, accountId })
  return decidedPage(device, found.clientName, false)
}

async function allow(
  context: Context,
  device: DeviceSettings,
  asked: Pick<RequestPage, 'found' | 'code' | 'account' | 'viewer'>,
  posted: URLSearchParams,
): Promise<HttpResponse> {
  const { stores, host, now, randomBytes } = context.settings
  const { found, account } = asked
  const client = await describedClient(context, found, account)
  if (typeof client === 'string') return reject(context, client, found.clientId)
  const granted = await device.readGrant(posted, account, found)
  if (!granted.ok)
    return requestPage(context, device, { ...asked, client, retry: { problem: granted.problem, posted } })
  const approved = await stores.devices.approve(
    found.hash,
    {
      accountId: account.accountId,
      // A document was not fetched before: now the name is known that the person saw.
      clientName: client.name,
      scopes: grantedScopes(found, granted),
      grant: granted.grant,
      connectionId: `con_${randomId(randomBytes)}`,
    },
    now(),
  )
  if (!approved) return reject(context, 'answered_already', found.clientId)
  host.observe?.({ kind: 'device_allowed', clientId: found.clientId, accountId: account.accountId })
  return decidedPage(device, client.name, true)
}

/** Throws for a scope that was not requested: the host must not grant more than the page showed. */
function grantedScopes(
  { scopes }: DeviceRequest,
  { scopes: chosen = scopes }: Extract<DeviceGrantResult, { ok: true }>,
): readonly string[] {
  const granted = scopes.filter((scope) => chosen.includes(scope))
  if (granted.length === 0 || chosen.some((scope) => !scopes.includes(scope)))
    throw new TypeError('`scopes` of `readGrant` must be one or more of the requested scopes.')
  return granted
}

async function decidedPage(device: DeviceSettings, clientName: string, allowed: boolean): Promise<HttpResponse> {
  const view = { allowed, clientName }
  return page(200, await (device.renderDecided?.(view) ?? defaultDecidedPage(view)))
}

function reject(context: Context, failure: DevicePageFailure, clientId?: string): Promise<HttpResponse> {
  reportRejection(context, 'device', failure, clientId)
  return errorPage(context, devicePageFailureToPage(failure))
}
