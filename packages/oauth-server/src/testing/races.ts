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

/** On two processes where there is a twin, otherwise on one. */
export function races({ rule }: Rules): void {
  rule(
    'redeems a code presented concurrently on two processes at most once, and revokes its connection',
    async (service) => {
      const twin = service.twin ?? service.base
      const client = await registerClient(service)
      for (let round = 0; round < 3; round++) {
        const code = await obtainCode(service, client)
        const answers = await Promise.all(
          Array.from({ length: 6 }, (_, n) => exchange(service, client, code, {}, n % 2 ? service.base : twin)),
        )
        const won = answers.filter(({ status }) => status === 200)
        expect(won.length).toBeAtMost(1)
        expect(answers.filter(({ status }) => status === 400)).toHaveLength(6 - won.length)
        for (const response of won) {
          const tokens = await tokensOf(response)
          expect(await isAccepted(service, tokens.access_token, twin)).toBe(false)
        }
      }
    },
  )

  rule(
    'rotates a refresh token presented concurrently on two processes at most once, and revokes its connection',
    async (service) => {
      const twin = service.twin ?? service.base
      const client = await registerClient(service)
      for (let round = 0; round < 3; round++) {
        const { refresh_token: token } = await connect(service, client)
        const answers = await Promise.all(
          Array.from({ length: 6 }, (_, n) => refresh(service, client, token, {}, n % 2 ? service.base : twin)),
        )
        const won = answers.filter(({ status }) => status === 200)
        expect(won.length).toBeAtMost(1)
        expect(answers.filter(({ status }) => status === 400)).toHaveLength(6 - won.length)
        for (const response of won) {
          const tokens = await tokensOf(response)
          expect(await isAccepted(service, tokens.access_token, twin)).toBe(false)
          expect(await errorOf(await refresh(service, client, tokens.refresh_token))).toEqual(INVALID_GRANT)
        }
      }
    },
  )

  rule('issues one code for a consent posted concurrently on two processes', async (service) => {
    const twin = service.twin ?? service.base
    const client = await registerClient(service)
    const browser = await browserOf(service)
    const { action, fields } = await allowForm(service, browser, authorizeUrl(service, client, newPkce().challenge))
    const urls = [service.base, twin, service.base, twin].map((base) => base + action)
    const answers = await Promise.all(urls.map((url) => browser.post(url, fields)))
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
  })
}
