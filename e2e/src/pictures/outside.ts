import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { registerClient } from '../oauth-client.ts'
import { create } from './additions.ts'

const MCP_REVISION = '2026-07-28'
const SHARE_PASSWORD = 'correct horse battery'
const SCOPES = 'products:read analytics:read funnels:read funnels:write settings:write'

interface Service {
  /** A page on which an owner of the product is signed in. */
  readonly owner: Page
  readonly product: string
  readonly origin: string
  /** An account token of the owner. */
  readonly token: string
}

/** What others see of a service: shared links, a page of another site that embeds one, and an application that asks for consent. */
export async function startOutside({ owner, product, origin, token }: Service) {
  const share = async (body: object): Promise<string> => {
    const { secret } = await create(owner, `/api/v1/products/${product}/shares`, body)
    return `/share/${secret}`
  }
  const site = createServer((_req, res) => void res.setHeader('content-type', 'text/html').end(embedding))
  site.listen(0, 'localhost')
  await once(site, 'listening')
  const siteOrigin = `http://localhost:${(site.address() as AddressInfo).port}`
  const sections = ['overview']
  const embedded = await share({ name: 'Public page', sections, embed_origins: [siteOrigin] })
  const embedding = siteWith(`${origin}${embedded}?embed=1`)
  const client = await registerClient(origin, 'Helpful Assistant')
  const addresses = {
    share: await share({ name: 'For the board', sections: ['overview', 'goals', 'funnels'] }),
    lockedShare: await share({ name: 'For the agency', sections, password: SHARE_PASSWORD }),
    embed: siteOrigin,
    consent: (await client.begin(SCOPES)).url,
    device: await deviceRequest(origin),
    secret: await newSecret({ product, origin, token }),
  }
  return {
    addresses,
    async stop() {
      site.closeAllConnections()
      site.close()
      await client.stop()
    },
  }
}

function siteWith(address: string): string {
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Open numbers</title>
<style>:root{color-scheme:light dark}body{margin:2rem auto;max-width:70rem;padding:0 1rem;font:1rem/1.5 Georgia,serif}</style>
<main><h1>Our numbers are open</h1><p>These are the visitors of lumen-notes.example, as we see them ourselves.</p>
<iframe src="${address}" title="Statistics" width="100%" height="900" style="border:0"></iframe></main></html>`
}

/** The command line asks for access, and prints where a person allows it. */
async function deviceRequest(origin: string): Promise<string> {
  const body = new URLSearchParams({ client_id: 'footfall-cli', scope: 'products:read analytics:read funnels:write' })
  const response = await fetch(`${origin}/oauth/device_authorization`, { method: 'POST', body })
  const { verification_uri_complete: address }: { verification_uri_complete: string } = JSON.parse(
    await response.text(),
  )
  return address
}

/** Has a client make an API key that opens the page of its secret instead of reading it. */
async function newSecret({ product, origin, token }: Omit<Service, 'owner'>): Promise<string> {
  const method = 'tools/call'
  const name = 'service_keys_create'
  const key = { product, name: 'Nightly export', scopes: ['analytics:read'] }
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MCP_REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'pictures', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} } },
  }
  const params = { name, arguments: { ...key, confirm: true, idempotency_key: crypto.randomUUID() }, _meta }
  const response = await fetch(`${origin}/api/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'mcp-protocol-version': MCP_REVISION,
      'mcp-method': method,
      'mcp-name': name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const text = await response.text()
  const [address] = /http[^"]*\/new-secret\/[0-9A-Za-z]+/.exec(text) ?? []
  if (address === undefined) throw new Error(`The new key answered ${response.status}: ${text}`)
  return new URL(address).pathname
}
