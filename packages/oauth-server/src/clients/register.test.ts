import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryStores } from '../memory-stores.ts'
import type { OAuthStores } from '../ports.ts'
import { startService, type TestService } from '../test-support/service.ts'
import { connect, postJson, registerClient } from '../testing/client.ts'

const good = { client_name: 'A client', redirect_uris: ['https://client.example/cb'] }

let stores: OAuthStores
let service: TestService
beforeAll(async () => {
  stores = memoryStores()
  service = await startService({ stores })
})
afterAll(() => service.close())

describe('registration', () => {
  it('drops redirect URIs with a private-use scheme from a registration, and returns the registered ones', async () => {
    const response = await postJson(`${service.base}/oauth/register`, {
      redirect_uris: [
        'cursor://anysphere.cursor-retrieval/oauth/callback',
        'http://localhost/cb',
        'com.example.app:/cb',
      ],
    })
    expect(response.status).toBe(201)
    const registered = (await response.json()) as { client_id: string; redirect_uris: string[] }
    expect(registered.redirect_uris).toEqual(['http://localhost/cb'])
    expect((await stores.clients.find(registered.client_id))?.redirectUris).toEqual(['http://localhost/cb'])
  })

  it('removes invisible characters from a client name before storing and returning it', async () => {
    const name = ' Zoë’s\u200b\u202e \n👩‍💻\u{e0041} '
    const response = await postJson(`${service.base}/oauth/register`, { ...good, client_name: name })
    const registered = (await response.json()) as { client_id: string; client_name: string }
    expect([response.status, registered.client_name]).toEqual([201, 'Zoë’s 👩‍💻'])
    expect((await stores.clients.find(registered.client_id))?.name).toBe('Zoë’s 👩‍💻')
  })

  it('stores the network of a registration as a hash under the key of the server', async () => {
    const seen: unknown[] = []
    const inner = memoryStores()
    const watched: OAuthStores = {
      ...inner,
      clients: {
        ...inner.clients,
        register: (client, limits) => {
          seen.push(limits.network)
          return inner.clients.register(client, limits)
        },
      },
    }
    const host = { clientNetwork: () => '192.0.2.7' }
    for (const key of [1, 1, 2].map((byte) => new Uint8Array(32).fill(byte))) {
      const one = await startService({ stores: watched, host, options: { key } })
      await registerClient(one)
      await one.close()
    }
    const unknown = await startService({ stores: watched })
    await registerClient(unknown)
    await unknown.close()
    const [first, same, other, none] = seen
    expect([first === same, first === other, none]).toEqual([true, false, undefined])
    expect(first).toMatch(/^[\w-]{43}$/)
  })

  it('limits unused registrations by network and in total, and removes the oldest for new ones', async () => {
    const flooded = await startService({
      stores: memoryStores(),
      host: { clientNetwork: (req) => String(req.headers['x-test-network']) },
      options: { unusedClientsMax: 6, unusedClientsPerNetworkMax: 3 },
    })
    const registerFrom = async (network: string) => {
      const headers = { 'content-type': 'application/json', 'x-test-network': network }
      const body = JSON.stringify({ ...good, token_endpoint_auth_method: 'none' })
      const response = await fetch(`${flooded.base}/oauth/register`, { method: 'POST', headers, body })
      expect(response.status).toBe(201)
      flooded.clock.advance(1)
      return ((await response.json()) as { client_id: string }).client_id
    }
    const standing = async () => (await flooded.oauth.listClients({ limit: 100 })).map(({ id }) => id).reverse()
    const used = await registerFrom('a')
    await connect(flooded, { id: used, secret: undefined, method: 'none', redirectUri: 'https://client.example/cb' })
    const mine = await registerFrom('b')
    const flood: string[] = []
    for (let i = 0; i < 50; i++) flood.push(await registerFrom('a'))
    expect(await standing()).toEqual([used, mine, ...flood.slice(-3)])
    const others = [await registerFrom('c'), await registerFrom('d'), await registerFrom('e'), await registerFrom('f')]
    expect(await standing()).toEqual([used, ...flood.slice(-2), ...others])
    await flooded.close()
  })
})
