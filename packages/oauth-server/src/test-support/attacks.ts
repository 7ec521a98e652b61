import { afterAll, describe, it } from 'vitest'
import type { OAuthStores } from '../ports.ts'
import { describeAttacks as publishedAttacks } from '../testing/attacks.ts'
import { startService, type TestService } from './service.ts'

/**
 * The published attacks, with Vitest, on a separate host with the given stores. `other` is a second connection to the same
 * database, where there is one.
 */
export function describeAttacks(name: string, open: () => { stores: OAuthStores; other?: OAuthStores }): void {
  describe(`on stores ${name}`, () => {
    const started: TestService[] = []
    const start = async (...options: Parameters<typeof startService>) => {
      const service = await startService(...options)
      started.push(service)
      return service
    }
    afterAll(() => Promise.all(started.map((each) => each.close())))

    publishedAttacks({ describe, it }, 'over HTTP', async () => {
      const { stores, other = stores } = open()
      const service = await start({ stores })
      const { clock } = service
      const replica = await start({ stores: other, clock, issuer: service.base })
      const moved = await start({ stores, clock, issuer: 'https://moved.example' })
      const reuseGraceSeconds = 10
      const lenient = await start({ stores, clock, options: { reuseGraceSeconds } })
      return { ...service, replica: replica.base, moved, lenient: { ...place(lenient), reuseGraceSeconds } }
    })
  })
}

const place = ({ base, resource }: TestService) => ({ base, resource })
