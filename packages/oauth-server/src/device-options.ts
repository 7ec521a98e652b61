import type { IncomingMessage } from 'node:http'
import { assertMembers, assertTexts } from '@footfall/http-primitives'
import type { DecisionForm, SignedIn } from './host.ts'
import type { AllowedDevice, DeviceRequest, EpochMs, JsonValue } from './records.ts'

/** What the page shows that asks for a user code. */
export interface DeviceEntryView {
  /** The form is `method="get"` to this path, with one field of this name. */
  readonly form: { readonly action: string; readonly field: string; readonly value: string | undefined }
  readonly problem: string | undefined
}

/** What the page shows on which a person decides. All text from clients and devices is plain text: escape it. */
export interface DeviceView {
  readonly client: {
    readonly id: string
    /** Unverified, unless the client is one of the host itself. */
    readonly name: string
    readonly kind: 'registered' | 'metadata_document' | 'own'
  }
  /** What the device calls itself. */
  readonly deviceName: string | undefined
  /** To compare with the one that the device shows. */
  readonly userCode: string
  /** Where the request came from, by `originOf`. */
  readonly origin: string | undefined
  readonly startedAt: EpochMs
  readonly scopes: readonly string[]
  readonly resource: string
  readonly account: SignedIn
  readonly form: DecisionForm
  /** What is wrong with the posted form, from `readGrant`. */
  readonly problem: string | undefined
}

/** What the page shows after the decision. */
export interface DeviceDecidedView {
  readonly allowed: boolean
  readonly clientName: string
}

export type DeviceGrantResult =
  | {
      readonly ok: true
      readonly grant: JsonValue
      /** One or more of the requested scopes; all of them where it is undefined. */
      readonly scopes?: readonly string[]
    }
  /** The page is shown again with this sentence; the request stays undecided. */
  | { readonly ok: false; readonly problem: string }

/** The credential that a client of the host itself gets. */
export type IssueResult =
  | {
      readonly ok: true
      readonly credential: string
      readonly expiresAt: EpochMs | undefined
      /** Other members of the token response. */
      readonly attributes?: Readonly<Record<string, JsonValue>>
    }
  /** The device code was consumed before, or the person lost the account in between. */
  | { readonly ok: false; readonly because: 'consumed' }
  /** A rule of the host rejects it now; nothing was consumed. */
  | { readonly ok: false; readonly because: 'rejected'; readonly description: string }

/**
 * A public client of the host itself, such as its command line: nobody registers it, and it uses only the device grant. What
 * it gets is a credential of the host instead of a connection.
 */
export interface OwnClient {
  readonly id: string
  readonly name: string
  /** The resource that it requests (RFC 8707). */
  readonly resource: string
  readonly scopes: readonly string[]
  /**
   * Consumes the device request and issues the credential, in one transaction: `consume` of the device store returns whether
   * this caller is the first.
   */
  issue(device: AllowedDevice): Promise<IssueResult>
  /** Revokes a credential that it presents at the revocation endpoint; an unknown one is ignored. */
  revoke(presented: string): Promise<void>
}

/** Turns the device authorization grant on (RFC 8628). */
export interface DeviceGrantOptions {
  /** The path of the page that people open, `/device` by default. */
  readonly path?: string
  /** How long clients wait between two polls, in seconds; 5 by default. */
  readonly intervalSeconds?: number
  /** How many undecided requests there may be from one network, 20 by default, and for one client, 1,000 by default. */
  readonly pendingPerNetworkMax?: number
  readonly pendingPerClientMax?: number
  /** Public clients of the host itself. */
  readonly ownClients?: readonly OwnClient[]
  /** What the person grants, from the posted form. Validates it: the form may name anything. */
  readGrant(form: URLSearchParams, account: SignedIn, request: DeviceRequest): Promise<DeviceGrantResult>
  /** Where a request comes from, in words for the page; by default the page says nothing about it. */
  originOf?(req: IncomingMessage): string | undefined
  /**
   * Counts a user code that a person enters against limits of the account and of the address, because codes are short; a
   * number rejects it with 429 and that `Retry-After` in seconds. There is no limit by default.
   */
  limitEntry?(account: SignedIn, req: IncomingMessage): Promise<number | undefined>
  /** Pages as HTML; each has a default. */
  renderEntry?(view: DeviceEntryView): string | Promise<string>
  renderRequest?(view: DeviceView): string | Promise<string>
  renderDecided?(view: DeviceDecidedView): string | Promise<string>
}

export interface DeviceSettings extends DeviceGrantOptions {
  readonly path: string
  readonly intervalSeconds: number
  readonly pendingPerNetworkMax: number
  readonly pendingPerClientMax: number
  readonly ownClients: readonly OwnClient[]
}

const INTERVAL_MAX_SECONDS = 60
const PATH = /^(?:\/[\w.~-]+)+$/

/** The options with the defaults of the others. Throws a `TypeError` that names the one that is not valid. */
export function deviceSettingsFrom(given: DeviceGrantOptions): DeviceSettings {
  assertMembers('deviceGrant', given, {
    path: 'string?',
    ownClients: 'object?',
    readGrant: 'function',
    originOf: 'function?',
    limitEntry: 'function?',
    renderEntry: 'function?',
    renderRequest: 'function?',
    renderDecided: 'function?',
  })
  const { path = '/device', intervalSeconds = 5, ownClients = [] } = given
  const { pendingPerNetworkMax = 20, pendingPerClientMax = 1000 } = given
  if (!PATH.test(path) || path.startsWith('/oauth/') || path.startsWith('/.well-known/'))
    throw new TypeError('deviceGrant.path must be a path such as /device, outside of /oauth and /.well-known.')
  assertWhole('intervalSeconds', intervalSeconds, INTERVAL_MAX_SECONDS)
  assertWhole('pendingPerNetworkMax', pendingPerNetworkMax)
  assertWhole('pendingPerClientMax', pendingPerClientMax)
  if (!Array.isArray(ownClients)) throw new TypeError('deviceGrant.ownClients must be an array.')
  for (const client of ownClients) assertOwnClient(client)
  return { ...given, path, intervalSeconds, pendingPerNetworkMax, pendingPerClientMax, ownClients: [...ownClients] }
}

function assertWhole(name: string, value: number, max = Number.MAX_SAFE_INTEGER): void {
  if (!(Number.isInteger(value) && value > 0 && value <= max))
    throw new TypeError(
      `deviceGrant.${name} must be a whole number above 0${max === Number.MAX_SAFE_INTEGER ? '' : `, at most ${max}`}.`,
    )
}

function assertOwnClient(client: OwnClient): void {
  assertMembers('deviceGrant.ownClients', client, {
    id: 'string',
    name: 'string',
    resource: 'string',
    issue: 'function',
    revoke: 'function',
  })
  assertTexts('deviceGrant.ownClients.scopes', client.scopes)
  // Registered clients have ids of the server, and those with a metadata document URLs.
  if (!/^[a-z][a-z\d-]{0,62}$/.test(client.id))
    throw new TypeError('deviceGrant.ownClients.id must be lower-case letters, digits and hyphens.')
}
