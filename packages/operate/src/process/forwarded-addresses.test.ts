import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { watchForwardedAddresses } from './forwarded-addresses.ts'

const HTTPS = 'https://stats.example.com'

/** What is logged at the start, and after each request with these headers. */
async function warnings(
  settings: { readonly baseUrl: string; readonly trustedProxies: number },
  ...requests: readonly Readonly<Record<string, string>>[]
) {
  const logged: string[] = []
  const observer = watchForwardedAddresses(settings, { warn: (_fields, message) => void logged.push(message) })
  const atStart = logged.splice(0)
  const server = createServer((req, res) => observer(req, res, () => void res.end())).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (const headers of requests) {
    const [response] = await once(request({ port, headers, agent: false }).end(), 'response')
    await once(response.resume(), 'end')
  }
  server.close()
  return { atStart, later: logged }
}

it('warns at the start if BASE_URL is https and TRUST_PROXY is 0', async () => {
  expect((await warnings({ baseUrl: HTTPS, trustedProxies: 0 })).atStart).toEqual([
    'BASE_URL is https, so a proxy is in front of the service, and TRUST_PROXY is 0: all visitors have the address of the proxy and count as one. Set TRUST_PROXY to the number of proxies in front, usually 1.',
  ])
  expect((await warnings({ baseUrl: HTTPS, trustedProxies: 1 })).atStart).toEqual([])
  expect((await warnings({ baseUrl: 'http://localhost:3000', trustedProxies: 0 })).atStart).toEqual([])
})

it.each(['X-Forwarded-For', 'Forwarded'])(
  'warns once about an address in %s that TRUST_PROXY does not trust',
  async (header) => {
    const forwarded = { [header]: 'for=81.2.69.142' }
    const { later } = await warnings(
      { baseUrl: 'http://stats.example.com', trustedProxies: 0 },
      {},
      forwarded,
      forwarded,
    )
    expect(later).toEqual([expect.stringContaining(`has the header ${header.toLowerCase()}`)])
    expect(later[0]).toContain('set TRUST_PROXY to the number of proxies')
    expect(later[0]).not.toContain('81.2.69.142')
  },
)

it('warns once about a trusted proxy that sends only the header Forwarded, which is not read', async () => {
  const settings = { baseUrl: HTTPS, trustedProxies: 1 }
  const forwarded = { Forwarded: 'for=81.2.69.142' }
  const { later } = await warnings(settings, { 'X-Forwarded-For': '81.2.69.142' }, forwarded, forwarded)
  expect(later).toEqual([expect.stringContaining('Only X-Forwarded-For is read')])
})
