import { spawnSync } from 'node:child_process'
import { totpCode, totpStep } from '@footfall/accounts'
import type { Page } from 'playwright-core'
import { call } from '../dashboard-person.ts'
import { FOOTFALL } from '../footfall-command.ts'
import { create } from './additions.ts'
import { CAREFUL } from './pages.ts'

interface Invitations {
  /** A page on which an owner of the products is signed in. */
  readonly owner: Page
  /** A page of the service on which nobody is signed in. */
  readonly guest: Page
  readonly products: readonly [string, string]
  readonly dataDir: string
  readonly origin: string
}

/** Invites a person without an account and one who has one, with a second factor. Answers the addresses of their invitations. */
export async function addInvitations({ owner, guest, products: [first, second], dataDir, origin }: Invitations) {
  const invite = async (product: string, email: string, role: string) => {
    const { result } = await create(owner, `/api/v1/products/${product}/members`, { email, role })
    const { stdout, stderr } = spawnSync(process.execPath, [FOOTFALL, 'invitation', 'link', result.id, '--json'], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, BASE_URL: origin },
      encoding: 'utf8',
    })
    if (stdout === '') throw new Error(stderr)
    return new URL(JSON.parse(stdout).link)
  }
  const { hash } = await invite(first, CAREFUL.email, 'viewer')
  const [member, code] = hash.slice(1).split('.')
  await create(guest, '/invitations/accept', { member, code, name: 'Sam Sample', password: CAREFUL.password })
  await addAuthenticator(guest)
  const known = await invite(second, CAREFUL.email, 'editor')
  const unknown = await invite(first, 'kim@example.com', 'editor')
  return { invitation: unknown.pathname + unknown.hash, invitationKnown: known.pathname + known.hash }
}

/** Adds an authenticator app to the account that is signed in. */
async function addAuthenticator(page: Page): Promise<void> {
  const { body } = await call(page, 'GET', '/api/v1/account/authenticator/setup')
  const { setup, secret } = body.data
  const code = totpCode(secret, totpStep(Date.now()))
  const { status } = await call(page, 'POST', '/api/v1/account/authenticator', { setup, code })
  if (status !== 200 && status !== 201) throw new Error(`The authenticator app answered ${status}.`)
}
