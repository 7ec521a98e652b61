import { afterEach, describe, expect, it } from 'vitest'
import { memoryStores } from './memory-stores.ts'
import type { OAuthStores } from './ports.ts'
import { startService, type TestService } from './test-support/service.ts'
import { describeAttacks, describeStores, type TestRunner } from './testing.ts'

const started: TestService[] = []
afterEach(async () => {
  for (const service of started.splice(0)) await service.close()
})
const start = async (...options: Parameters<typeof startService>) => {
  const service = await startService(...options)
  started.push(service)
  return service
}

type Result = 'passed' | 'failed' | `skipped: ${string}`

/** Registers the tests of a suite, and runs those that `isRun` names. */
async function results(suite: (runner: TestRunner) => void, isRun: (name: string) => boolean = () => true) {
  const registered: [string, Parameters<TestRunner['it']>[1]][] = []
  suite({ describe: (_, body) => body(), it: (name, body) => registered.push([name, body]) })
  const found = new Map<string, Result>()
  for (const [name, body] of registered) {
    if (!isRun(name)) continue
    found.set(name, 'passed')
    const skip = (reason = '') => void found.set(name, `skipped: ${reason}`)
    await body({ skip }).catch(() => found.set(name, 'failed'))
  }
  return found
}
const named = (found: ReadonlyMap<string, Result>, wanted: (result: Result) => boolean) =>
  [...found].filter(([, result]) => wanted(result)).map(([name]) => name)
const isSkipped = (result: Result) => result.startsWith('skipped')
const failed = (result: Result) => result === 'failed'

/** Memory stores with another method in one place. */
const changed = <K extends keyof OAuthStores>(
  store: K,
  methods: (right: OAuthStores[K]) => Partial<OAuthStores[K]>,
) => {
  const right = memoryStores()
  return { ...right, [store]: { ...right[store], ...methods(right[store]) } }
}

describe('the published attacks', () => {
  it('the published attacks pass against a service with only the required features, and report every other rule as skipped', async () => {
    const service = await start({ stores: memoryStores() })
    const { base, resource, signIn, fillConsent } = service
    const least = { base, resource, signIn, scopes: { requested: ['notes:read'] } }
    const found = await results((runner) =>
      describeAttacks(runner, 'least', () => ({ ...least, ...(fillConsent ? { fillConsent } : {}) })),
    )
    expect(named(found, failed)).toEqual([])
    const skipped = named(found, isSkipped)
    expect(skipped).toHaveLength(32)
    expect(skipped).toContain('rejects a code after its lifetime')
    expect(found.get('rejects a code after its lifetime')).toBe('skipped: The service gives no clock.')
    expect(found.size - skipped.length).toBeGreaterThan(60)
  })

  it.each<readonly [string, () => OAuthStores, string]>([
    [
      'redeems a code twice',
      () =>
        changed('codes', (right) => ({
          find: async (hash) => {
            const code = await right.find(hash)
            return code && { ...code, consumedAt: undefined }
          },
          redeem: async (hash, created, now) => (await right.redeem(hash, created, now)) || true,
        })),
      'rejects a consumed code and revokes its connection (replay)',
    ],
    [
      'never revokes a connection',
      () => changed('connections', () => ({ revoke: async () => true })),
      'rejects a rotated refresh token and revokes its connection (replay)',
    ],
    [
      'keeps a consent request after its decision',
      () =>
        changed('consents', (right) => ({
          approve: async (hash, code) => {
            const request = await right.find(hash)
            const isApproved = await right.approve(hash, code)
            if (request) await right.add(request)
            return isApproved
          },
        })),
      'rejects a second decision on a consent request',
    ],
  ])('the published attacks fail against stores whose server %s', async (_, stores, rule) => {
    const service = await start({ stores: stores() })
    const attacks = (runner: TestRunner) => describeAttacks(runner, 'faulty', () => service)
    const found = await results(attacks, (name) => name.startsWith(rule))
    expect([...found.values()]).toEqual(['failed'])
  })
})

describe('the published contract of the stores', () => {
  it('the published contract fails for stores that do not keep one of its rules', async () => {
    const faults: readonly (readonly [OAuthStores, string])[] = [
      [
        changed('clients', (right) => ({
          register: (client) => right.register(client, { network: undefined, perNetworkMax: 1e6, max: 1e6 }),
        })),
        'exceeds no limit',
      ],
      [changed('codes', () => ({ invalidate: async () => true })), 'invalidates a code once'],
      [
        changed('connections', (right) => ({
          rotate: async (rotation) => right.rotate({ ...rotation, consumedSince: 0 }),
        })),
        'rotates a refresh token once',
      ],
      [{ ...memoryStores(), purgeExpired: async () => 7 }, 'purges expired records'],
    ]
    for (const [stores, rule] of faults) {
      const suite = (runner: TestRunner) => describeStores(runner, 'faulty', () => ({ stores }))
      const found = await results(suite, (name) => name.startsWith(rule))
      expect([...found.values()], rule).toEqual(['failed'])
    }
  })
})
