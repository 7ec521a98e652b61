import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AccountId, Overloaded } from '@footfall/core-domain'
import { openIssuer } from '@footfall/testkit/token-issuer'
import { afterEach, expect, it } from 'vitest'
import { createIssuerKeys } from './issuer-keys.ts'

const [greedy, other] = [AccountId.parse(`acc_${'a'.repeat(24)}`), AccountId.parse(`acc_${'b'.repeat(24)}`)]
const clock = { now: () => Date.now() }
const open: { close(): unknown }[] = []
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())))

/** Accepts connections and answers none. */
async function silentServer(): Promise<string> {
  const server: Server = createServer(() => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push({ close: () => server.closeAllConnections() ?? server.close() })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('issuers that answer slowly hold a few fetches of the account that trusts them, and none of other accounts', async () => {
  const silent = await silentServer()
  const prompt = await openIssuer({ now: clock.now })
  open.push(prompt)
  const hosts = { privateHosts: new Set<string>(), plainHosts: new Set([silent, prompt.host]) }
  const keys = createIssuerKeys({ hosts, clock, timeoutMs: 30_000 })
  const slow = (at: number) => ({ issuer: `http://${silent}/${at}`, accounts: [greedy] })
  const waiting = [0, 1, 2, 3].map((at) => keys.of(slow(at)).catch((error: unknown) => error))
  await expect(keys.of(slow(4))).rejects.toThrow(Overloaded)
  await expect(keys.of({ issuer: prompt.issuer, accounts: [greedy] })).rejects.toThrow(Overloaded)
  expect(await keys.of({ issuer: prompt.issuer, accounts: [greedy, other] })).toBeTypeOf('function')
  for (const one of open.splice(0)) await one.close()
  expect(await Promise.all(waiting)).toHaveLength(4)
})
