import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { authorizationOf } from './authorization.ts'

it('returns every `Authorization` header of a request, so that none is checked in place of another', async () => {
  const seen: (string | undefined)[] = []
  const server = createServer((req, res) => {
    seen.push(authorizationOf(req))
    res.end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (const authorizations of [[], ['Bearer a'], ['Bearer a', 'Bearer b']]) {
    const headers = ['host', 'localhost', ...authorizations.flatMap((value) => ['authorization', value])]
    const [res] = await once(request({ port, host: '127.0.0.1', headers }).end(), 'response')
    res.resume()
  }
  expect(seen).toEqual([undefined, 'Bearer a', 'Bearer a, Bearer b'])
})
