import { type DeviceCode, revokeDeviceToken, signInByDevice } from '@footfall/client'
import type { Dependencies } from '../dependencies.ts'
import type { Credential } from './credentials.ts'
import { asking } from './errors.ts'
import { clientSettings } from './remote-service.ts'
import type { ServerUrl } from './server-url.ts'

/** The public client of the command line, which every service knows. */
const clientId = 'footfall-cli'

/** Signs in to a service: a person allows it in a browser, on any device. */
export async function deviceLogin(
  dependencies: Dependencies,
  server: ServerUrl,
  asked: { readonly scope: readonly string[]; readonly deviceName: string },
  show: (code: DeviceCode) => void,
): Promise<Credential> {
  const settings = { ...clientSettings(dependencies), sleep: (ms: number) => dependencies.wait(ms) }
  const token = await asking({ server }, () => signInByDevice({ ...settings, ...asked, server, clientId, show }))
  return {
    token: token.accessToken,
    name: token.name ?? '',
    id: token.id ?? null,
    scopes: [...token.scope],
    expires_at: token.expiresAt === undefined ? null : new Date(token.expiresAt).toISOString(),
  }
}

/** Revokes a token of `deviceLogin`, which needs no scope. */
export async function revokeAtService(dependencies: Dependencies, server: ServerUrl, token: string): Promise<void> {
  await asking({ server }, () => revokeDeviceToken({ ...clientSettings(dependencies), server, clientId, token }))
}
