import { isRecord } from '@footfall/core-domain'
import { z } from 'zod'
import type { Dependencies } from '../dependencies.ts'
import { CommandError } from '../errors.ts'
import type { Credential } from './credentials.ts'
import { ServiceRejected, ServiceUnreachable } from './errors.ts'
import { textOf } from './remote-service.ts'
import { send } from './send.ts'
import type { ServerUrl } from './server-url.ts'

/** The public client of the command line, which every service knows. */
const CLIENT = 'footfall-cli'
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

const Metadata = z.object({
  issuer: z.string(),
  token_endpoint: z.string(),
  revocation_endpoint: z.string(),
  device_authorization_endpoint: z.string(),
})

const Started = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.string(),
  verification_uri_complete: z.string().optional(),
  expires_in: z.number().positive(),
  interval: z.number().positive().max(600).default(5),
})
export type Started = z.infer<typeof Started>

const Issued = z.object({
  access_token: z.string().startsWith('jt_'),
  expires_in: z.number().optional(),
  scope: z.string(),
  token_id: z.string().optional(),
  token_name: z.string().optional(),
})

type Wanted = Pick<Dependencies, 'fetch' | 'wait' | 'clock'>

/** Signs in to a service by device authorization (RFC 8628): a person allows it in a browser, on any device. */
export async function deviceLogin(
  dependencies: Wanted,
  server: ServerUrl,
  asked: { readonly scopes: readonly string[]; readonly deviceName: string },
  show: (started: Started) => void,
): Promise<Credential> {
  const metadata = await metadataOf(dependencies, server)
  const resource = `${server}/api/v1`
  const begun = await post(dependencies, metadata.device_authorization_endpoint, {
    client_id: CLIENT,
    scope: asked.scopes.join(' '),
    resource,
    device_name: asked.deviceName,
  })
  if (begun.status !== 200) throw rejected(begun)
  const started = read(Started, begun.body, server)
  show(started)
  const endsAt = dependencies.clock.now() + started.expires_in * 1000
  const form = { grant_type: GRANT, client_id: CLIENT, device_code: started.device_code, resource }
  for (let interval = started.interval; dependencies.clock.now() < endsAt; ) {
    await dependencies.wait(interval * 1000)
    const answer = await polled(dependencies, metadata.token_endpoint, form)
    if (answer === 'lost') {
      // RFC 8628 §3.5: a client that timed out waits longer.
      interval *= 2
      continue
    }
    if (answer.status === 200) return credentialOf(read(Issued, answer.body, server), dependencies)
    switch (errorOf(answer.body)) {
      case 'authorization_pending':
        break
      case 'slow_down':
        interval += 5
        break
      case 'access_denied':
        throw new CommandError(`Access was denied${denialOf(answer.body)}. Nothing was stored.`)
      case 'expired_token':
        throw expired()
      default:
        if (answer.status < 500 && answer.status !== 429) throw rejected(answer)
    }
  }
  throw expired()
}

/** Revokes a token of `deviceLogin` (RFC 7009), which needs no scope. */
export async function revokeAtService(
  dependencies: Pick<Wanted, 'fetch'>,
  server: ServerUrl,
  token: string,
): Promise<void> {
  const { revocation_endpoint } = await metadataOf(dependencies, server)
  const answer = await post(dependencies, revocation_endpoint, { client_id: CLIENT, token })
  if (answer.status !== 200) throw rejected(answer)
}

async function metadataOf({ fetch }: Pick<Wanted, 'fetch'>, server: ServerUrl): Promise<z.infer<typeof Metadata>> {
  const path = '/.well-known/oauth-authorization-server'
  const { status, body } = await send(fetch, server, { method: 'GET', path })
  if (status !== 200 || !isRecord(body))
    throw new ServiceUnreachable(`${server} does not answer as Footfall does; check the address.`)
  if (textOf(body, 'device_authorization_endpoint') === undefined)
    throw new CommandError(`${server} is of a version without device authorization; set FOOTFALL_TOKEN instead.`)
  return read(Metadata, body, server)
}

/** A lost response does not end the sign-in: the person may still be deciding. */
async function polled(dependencies: Wanted, url: string, form: Readonly<Record<string, string>>) {
  try {
    return await post(dependencies, url, form)
  } catch (error) {
    if (error instanceof ServiceUnreachable) return 'lost'
    throw error
  }
}

/** The endpoints may be on an origin of their own, which the metadata names. */
function post({ fetch }: Pick<Wanted, 'fetch'>, url: string, form: Readonly<Record<string, string>>) {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new ServiceUnreachable('The metadata of the service names an endpoint that is no URL.')
  const { origin, pathname } = new URL(url)
  return send(fetch, origin as ServerUrl, { method: 'POST', path: pathname, body: new URLSearchParams(form) })
}

function credentialOf(issued: z.infer<typeof Issued>, { clock }: Pick<Wanted, 'clock'>): Credential {
  return {
    token: issued.access_token,
    name: issued.token_name ?? '',
    id: issued.token_id ?? null,
    scopes: issued.scope.split(' '),
    expires_at: issued.expires_in === undefined ? null : new Date(clock.now() + issued.expires_in * 1000).toISOString(),
  }
}

function read<T>(schema: z.ZodType<T>, body: unknown, server: ServerUrl): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new ServiceUnreachable(`${server} does not answer as Footfall does; check the address.`)
}

function errorOf(body: unknown): string | undefined {
  return isRecord(body) ? textOf(body, 'error') : undefined
}

/** Why the service denied what the person had allowed, such as a policy. */
function denialOf(body: unknown): string {
  const description = isRecord(body) ? textOf(body, 'error_description') : undefined
  return description === undefined || description === 'The person denied access.'
    ? ''
    : `: ${description.replace(/\.$/, '')}`
}

function rejected({ status, headers, body }: { status: number; headers: Headers; body: unknown }): CommandError {
  if (status === 429)
    return new ServiceRejected(
      'rate_limited',
      `Too many requests. Try again in ${headers.get('retry-after') ?? 'some'} s.`,
      false,
    )
  const description = isRecord(body) ? textOf(body, 'error_description') : undefined
  return new ServiceRejected(errorOf(body) ?? 'refused', description ?? `The service rejected this (${status}).`)
}

function expired(): CommandError {
  return new CommandError('The code has expired. Run `footfall login` again.')
}
