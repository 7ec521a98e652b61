import type { AttackedService } from './attacked-service.ts'
import {
  allowForm,
  authorizeUrl,
  browserOf,
  connect,
  errorOf,
  exchange,
  isAccepted,
  newPkce,
  obtainCode,
  refresh,
  registerClient,
  tokensOf,
} from './client.ts'
import { expect } from './expect.ts'
import { INVALID_GRANT } from './presenters.ts'
import type { Rules } from './rules.ts'

/** Presents a secret six times at once. At most one request gets tokens, which are returned and no longer accepted. */
async function race(service: AttackedService, present: (base: string) => Promise<Response>) {
  const replica = service.replica ?? service.base
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => present(n % 2 ? service.base : replica)))
  const won = answers.filter(({ status }) => status === 200)
  expect(won.length).toBeAtMost(1)
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(6 - won.length)
  const tokens = await Promise.all(won.map((response) => tokensOf(response)))
  for (const { access_token } of tokens) expect(await isAccepted(service, access_token, replica)).toBe(false)
  return tokens
}

/** On two processes if there is a second one, otherwise on one. */
export function races({ rule }: Rules): void {
  rule(
    'redeems a code presented concurrently on two processes at most once, and revokes its connection',
    async (service) => {
      const client = await registerClient(service)
      for (let round = 0; round < 3; round++) {
        const code = await obtainCode(service, client)
        await race(service, (base) => exchange(service, client, code, {}, base))
      }
    },
  )

  rule(
    'rotates a refresh token presented concurrently on two processes at most once, and revokes its connection',
    async (service) => {
      const client = await registerClient(service)
      for (let round = 0; round < 3; round++) {
        const { refresh_token: token } = await connect(service, client)
        for (const issued of await race(service, (base) => refresh(service, client, token, {}, base)))
          expect(await errorOf(await refresh(service, client, issued.refresh_token))).toEqual(INVALID_GRANT)
      }
    },
  )

  rule('issues one code for a consent posted concurrently on two processes', async (service) => {
    const replica = service.replica ?? service.base
    const client = await registerClient(service)
    const browser = await browserOf(service)
    const { action, fields } = await allowForm(service, browser, authorizeUrl(service, client, newPkce().challenge))
    const urls = [service.base, replica, service.base, replica].map((base) => base + action)
    const answers = await Promise.all(urls.map((url) => browser.post(url, fields)))
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
  })
}
