import type { DeviceApproval, DeviceLimits, OAuthStores } from '../../ports.ts'
import type { DeviceRequest } from '../../records.ts'
import { expect } from '../expect.ts'
import { DAY, MINUTE, SECOND, T0 } from '../time.ts'
import { aClient, aCode, aConsent, begin, fresh, hash, ROOMY } from './records.ts'
import type { Rule } from './rule.ts'

function aDevice(change: Partial<DeviceRequest> = {}): DeviceRequest {
  return {
    hash: hash(fresh('device')),
    userCodeHash: hash(fresh('user')),
    clientId: fresh('oc_'),
    clientName: 'Ünïcode “TV” 🐈',
    deviceName: 'kitchen',
    scopes: ['a:read', 'b:write'],
    issuer: 'https://auth.example',
    resource: 'https://api.example/mcp',
    origin: '192.0.2.7',
    intervalSeconds: 5,
    polledAt: undefined,
    decision: undefined,
    createdAt: T0,
    expiresAt: T0 + 10 * MINUTE,
    ...change,
  }
}

const WIDE: DeviceLimits = { network: undefined, perNetworkMax: 1_000_000, perClientMax: 1_000_000 }

function anApproval(change: Partial<DeviceApproval> = {}): DeviceApproval {
  return {
    accountId: fresh('acc_'),
    clientName: 'Named by its document',
    scopes: ['a:read'],
    grant: { products: ['prd_1'], deep: [null, true] },
    connectionId: fresh('con_'),
    ...change,
  }
}

async function added(stores: OAuthStores, change: Partial<DeviceRequest> = {}, limits = WIDE) {
  const request = aDevice(change)
  expect(await stores.devices.add(request, limits)).toBe(true)
  return request
}

/** The connection that a device code is redeemed for. */
function connectionOf(approval: DeviceApproval) {
  return begin(aCode(aConsent({ accountId: approval.accountId }), { connectionId: approval.connectionId }))
}

export function deviceRules(rule: Rule): void {
  rule('finds a device request by either code as it was added, expired or not', async (open) => {
    const { stores } = await open()
    for (const change of [{}, { deviceName: undefined, origin: undefined, expiresAt: T0 - 1 }]) {
      const request = await added(stores, change)
      expect(await stores.devices.find(request.hash)).toEqual(request)
      expect(await stores.devices.findByUserCode(request.userCodeHash)).toEqual(request)
      expect(await stores.devices.find(request.userCodeHash)).toBeUndefined()
      expect(await stores.devices.findByUserCode(request.hash)).toBeUndefined()
    }
    for (const unknown of [hash('unknown'), '', '\0']) expect(await stores.devices.find(unknown)).toBeUndefined()
  })

  rule('adds no second request with the same user code, also concurrently on two handles', async (open) => {
    const { stores, other = stores } = await open()
    const first = await added(stores)
    expect(await stores.devices.add(aDevice({ userCodeHash: first.userCodeHash }), WIDE)).toBe(false)
    const userCodeHash = hash(fresh('user'))
    const answers = await Promise.all(
      [stores, other, stores, other].map((each) => each.devices.add(aDevice({ userCodeHash }), WIDE)),
    )
    expect(answers.filter(Boolean)).toHaveLength(1)
  })

  rule('removes the oldest undecided requests of the same network and of the same client', async (open) => {
    const { stores } = await open()
    const network = hash(fresh('network'))
    const limits = { network, perNetworkMax: 2, perClientMax: 1_000_000 }
    const requests: DeviceRequest[] = []
    for (let n = 0; n < 4; n++) requests.push(await added(stores, { createdAt: T0 + n }, limits))
    const found = async (these: readonly DeviceRequest[]) =>
      Promise.all(these.map(async (each) => (await stores.devices.find(each.hash)) !== undefined))
    expect(await found(requests)).toEqual([false, false, true, true])
    const decided = requests[2] ?? aDevice()
    expect(await stores.devices.approve(decided.hash, anApproval(), T0)).toBe(true)
    for (let n = 4; n < 6; n++) requests.push(await added(stores, { createdAt: T0 + n }, limits))
    expect(await found(requests)).toEqual([false, false, true, false, true, true])

    const clientId = fresh('oc_')
    const ofClient: DeviceRequest[] = []
    for (let n = 0; n < 3; n++)
      ofClient.push(await added(stores, { clientId, createdAt: T0 + n }, { ...WIDE, perClientMax: 2 }))
    expect(await found(ofClient)).toEqual([false, true, true])
  })

  rule('raises the interval of a client that polls before it has passed', async (open) => {
    const { stores } = await open()
    const { hash: code } = await added(stores)
    const at = async (seconds: number) => stores.devices.poll(code, T0 + seconds * SECOND)
    expect([await at(0), await at(5), await at(9.999), await at(19)]).toEqual([
      'waits',
      'waits',
      'too_soon',
      'too_soon',
    ])
    expect((await stores.devices.find(code))?.intervalSeconds).toBe(15)
    expect((await stores.devices.find(code))?.polledAt).toBe(T0 + 19 * SECOND)
    expect(await at(34)).toBe('waits')
    expect(await stores.devices.poll(hash('unknown'), T0)).toBe('waits')
  })

  rule('allows a device request once, and records when its client first got consent', async (open) => {
    const { stores } = await open()
    const client = aClient()
    await stores.clients.register(client, ROOMY)
    const request = await added(stores, { clientId: client.id })
    const approval = anApproval()
    expect(await stores.devices.approve(request.hash, approval, T0 + 1)).toBe(true)
    const { clientName, ...decision } = approval
    expect(await stores.devices.find(request.hash)).toEqual({
      ...request,
      clientName,
      decision: { state: 'allowed', ...decision, consumedAt: undefined },
    })
    expect((await stores.clients.find(client.id))?.firstAllowedAt).toBe(T0 + 1)
    expect(await stores.devices.approve(request.hash, anApproval(), T0 + 2)).toBe(false)
    expect(await stores.devices.deny(request.hash, 'acc_1', T0 + 2)).toBe(false)
  })

  rule('denies a device request once, and never allows or redeems it afterwards', async (open) => {
    const { stores } = await open()
    const request = await added(stores)
    expect(await stores.devices.deny(request.hash, 'acc_1', T0)).toBe(true)
    expect((await stores.devices.find(request.hash))?.decision).toEqual({ state: 'denied', accountId: 'acc_1' })
    expect(await stores.devices.deny(request.hash, 'acc_1', T0)).toBe(false)
    expect(await stores.devices.approve(request.hash, anApproval(), T0)).toBe(false)
    expect(await stores.devices.redeem(request.hash, connectionOf(anApproval()), T0)).toBe(false)
    expect(await stores.devices.consume(request.hash, T0)).toBe(false)
  })

  rule('redeems or consumes an allowed request once if it is presented concurrently on two handles', async (open) => {
    const { stores, other = stores } = await open()
    const request = await added(stores)
    const approval = anApproval()
    expect(await stores.devices.redeem(request.hash, connectionOf(approval), T0)).toBe(false)
    const decisions = await Promise.all([
      ...[stores, other, stores].map((each) => each.devices.approve(request.hash, approval, T0)),
      other.devices.deny(request.hash, 'acc_1', T0),
    ])
    expect(decisions.filter(Boolean)).toHaveLength(1)
    if (decisions[3] === true) return
    const begun = Array.from({ length: 4 }, () => connectionOf(approval))
    const won = await Promise.all([
      ...begun.map((each, n) => (n % 2 ? stores : other).devices.redeem(request.hash, each, T0 + 1)),
      other.devices.consume(request.hash, T0 + 1),
    ])
    expect(won.filter(Boolean)).toHaveLength(1)
    const kept = await Promise.all(
      begun.map(({ accessToken }) => stores.connections.findByAccessToken(accessToken.hash)),
    )
    expect(kept.map(Boolean)).toEqual(won.slice(0, 4))
  })

  rule('purges device requests at their expiry, decided or not', async (open) => {
    const { stores } = await open()
    const due = T0 + 10 * MINUTE
    const [pending, allowed, kept] = [
      await added(stores),
      await added(stores),
      await added(stores, { expiresAt: due + 1 }),
    ]
    await stores.devices.approve(allowed.hash, anApproval(), T0)
    await stores.purgeExpired(due - 1)
    expect(await stores.devices.find(pending.hash)).toEqual(pending)
    await stores.purgeExpired(due)
    for (const { hash: gone } of [pending, allowed]) expect(await stores.devices.find(gone)).toBeUndefined()
    expect(await stores.devices.find(kept.hash)).toEqual(kept)
    await stores.purgeExpired(T0 + DAY)
    expect(await stores.devices.find(kept.hash)).toBeUndefined()
  })
}
