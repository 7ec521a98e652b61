import type { AccountId } from '@footfall/core-domain'
import { createKeptSecrets } from '@footfall/operations'
import { type CallingScenario, scenarioOn, servicesOn, testEngine } from '@footfall/operations/test-support'
import { snapshot, testDatabase } from '@footfall/testkit'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE_URL, LEGACY, MODERN, type Served, serve } from '../test-support.ts'

const TOOL = 'service_keys_create'
const OPENS = { elicitation: { url: {} } }
const SECRET = /jk_[0-9A-Za-z]{49}/

describe('a new secret', () => {
  const database = testDatabase('sqlite')
  const engine = testEngine()
  let served: Served
  let without: Served
  let on: CallingScenario
  let account: AccountId

  const kept = () => {
    const { store, clock, random } = database
    return createKeptSecrets({ store, clock, random, key: new Uint8Array(32).fill(5), origin: BASE_URL })
  }
  beforeAll(async () => {
    const services = { ...servicesOn(database), ...(await engine.services(database)) }
    served = await serve({ ...services, keptSecrets: kept() })
    without = await serve(services)
    on = await scenarioOn(database)
    account = on.people.owner.account.id
  })
  afterAll(async () => {
    await served.close()
    await without.close()
  })

  const given = (key: string) => ({
    product: on.product,
    name: `CI ${key}`,
    scopes: ['analytics:read'],
    confirm: true,
    idempotency_key: key,
  })
  const call = async (
    key: string,
    capabilities: object = OPENS,
    params: Record<string, unknown> = {},
    { at = served, era = MODERN }: { at?: Served; era?: typeof MODERN | typeof LEGACY } = {},
  ) => {
    const options = { era, params, capabilities: { ...capabilities } }
    return (await at.call(TOOL, given(key), on.owner.secret, options)).body.result
  }
  const stillThere = async (key: string) => (await snapshot(database)).product_keys?.filter((row) => row.includes(key))

  it('a client that can open a page gets no secret in the response, but once on a page of the same account', async () => {
    const asked = await call('one')
    expect(asked).toMatchObject({ resultType: 'input_required', requestState: expect.any(String) })
    expect(JSON.stringify(asked)).not.toMatch(SECRET)
    const { mode, url, message } = asked.inputRequests.show_secret.params
    expect({ mode, message }).toMatchObject({ mode: 'url', message: expect.stringContaining('shown once') })
    expect(url).toMatch(new RegExp(`^${BASE_URL}/new-secret/[0-9A-Za-z]{43}$`))
    const handle = url.split('/').at(-1)
    expect((await kept().take(handle, account))?.reveal()).toMatch(SECRET)
    expect(await kept().stateOf(handle, account)).toBe('shown')
  })

  it.each(['accept', 'decline', 'cancel'])(
    'leaves the secret out of every later response and makes the change once, when the person answers with %s',
    async (action) => {
      const { requestState } = await call(action)
      const params = { requestState, inputResponses: { show_secret: { action } } }
      for (const answer of [await call(action, OPENS, params), await call(action, OPENS, params), await call(action)]) {
        expect(answer.structuredContent).toMatchObject({
          data: { state: 'executed', result: { name: `CI ${action}` }, secret_returned_once: true },
          meta: { idempotency: { key: action, replayed: true } },
        })
        expect(JSON.stringify(answer)).not.toMatch(SECRET)
      }
      expect(await stillThere(`CI ${action}`)).toHaveLength(1)
    },
  )

  it('a secret is shown only with the state of the same call', async () => {
    const { requestState } = await call('mine')
    const params = { requestState, inputResponses: { show_secret: { action: 'accept' } } }
    expect(await call('another', OPENS, params)).toMatchObject({
      isError: true,
      structuredContent: { code: 'invalid_request', errors: [{ path: 'requestState' }] },
    })
    expect(await stillThere('CI another')).toEqual([])
  })

  it('the response has the secret for a client that cannot open a page, one of 2025, and at a host without such a page', async () => {
    const answers = [
      await call('cannot', { sampling: {} }),
      await call('legacy', {}, {}, { era: LEGACY }),
      await call('plain', {}),
      await call('no-page', OPENS, {}, { at: without }),
    ]
    for (const { structuredContent } of answers) expect(structuredContent.data.secret).toMatch(SECRET)
  })

  it('the secret reaches neither a third-party client nor its model', async () => {
    const asked: string[] = []
    const client = new Client(
      { name: 'test', version: '1' },
      { capabilities: { elicitation: { form: {}, url: {} } }, versionNegotiation: { mode: 'auto' } },
    )
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params.mode ?? 'form')
      return params.mode === 'url' ? { action: 'accept' } : { action: 'accept', content: { confirm: true } }
    })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${served.url}/api/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${on.owner.secret}` } },
      }),
    )
    const { confirm: _, idempotency_key: __, ...unconfirmed } = given('by another client')
    const answer = await client.callTool({ name: TOOL, arguments: unconfirmed })
    expect(asked).toEqual(['form', 'url'])
    expect(answer.structuredContent).toMatchObject({ data: { state: 'executed', secret_returned_once: true } })
    expect(JSON.stringify(answer)).not.toMatch(SECRET)
    await client.close()
  })
})
