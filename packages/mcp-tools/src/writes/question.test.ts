import { OPERATIONS, type WriteOperation } from '@footfall/operations'
import { type CallingScenario, scenarioOn, servicesOn, testEngine, toolInputs } from '@footfall/operations/test-support'
import { SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect, seedToken, snapshot } from '@footfall/testkit'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LEGACY, MODERN, type Served, serve } from '../test-support.ts'
import { argumentsOf, routeOf } from './test-support-writes.ts'

const WRITES = OPERATIONS.filter((operation): operation is WriteOperation => operation.kind === 'write')
const CAN_ASK = { elicitation: { form: {} } }
const YES = { confirm: { action: 'accept', content: { confirm: true } } }

const engine = testEngine()

describeEachDialect('a change that a person confirms', (database) => {
  let served: Served

  beforeAll(async () => {
    served = await serve({ ...servicesOn(database), ...(await engine.services(database)) })
  })
  afterAll(() => served.close())

  const ask = async (
    on: CallingScenario,
    tool: string,
    given: Record<string, unknown>,
    params: Record<string, unknown> = {},
    capabilities: Record<string, unknown> = CAN_ASK,
  ) => {
    const { status, body } = await served.call(tool, given, on.owner.secret, { params, capabilities })
    expect({ status, error: body.error }).toEqual({ status: 200 })
    return body.result
  }
  const rename = 'service_products_update'
  const rejectedState = async (
    on: CallingScenario,
    tool: string,
    given: Record<string, unknown>,
    requestState: unknown,
  ) => {
    const before = await snapshot(database)
    const result = await ask(on, tool, given, { requestState, inputResponses: YES })
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { code: 'invalid_request', errors: [{ path: 'requestState' }] },
    })
    expect(await snapshot(database)).toEqual(before)
  }

  describe.each(WRITES.map((operation) => [operation.name, operation] as const))('%s', (tool, operation) => {
    it('asks with a preview, and a yes executes the change once without a key from the client', async () => {
      const on = await scenarioOn(database)
      const given = argumentsOf(operation, on, (await toolInputs(operation, on)).good)
      const before = await snapshot(database)
      const question = await ask(on, tool, given)
      expect(question).toMatchObject({
        resultType: 'input_required',
        inputRequests: {
          confirm: {
            method: 'elicitation/create',
            params: { mode: 'form', message: expect.stringContaining('Changes:') },
          },
        },
      })
      const preview = await served.call(tool, given, on.owner.secret)
      const { summary } = preview.body.result.structuredContent.data
      expect(question.inputRequests.confirm.params.message).toContain(summary)
      expect(await snapshot(database)).toEqual(before)

      const answer = { requestState: question.requestState, inputResponses: YES }
      const done = await ask(on, tool, given, answer)
      expect(done.structuredContent).toMatchObject({
        data: { state: 'executed', operation: tool },
        meta: { idempotency: { key: expect.stringMatching(/^asked_/), replayed: false } },
      })
      const after = await snapshot(database)
      const again = await ask(on, tool, given, answer)
      expect(again.structuredContent.meta.idempotency.replayed).toBe(true)
      expect(await snapshot(database)).toEqual(after)
    })

    it('executes under the key of the caller, and every repetition finds its record', async () => {
      const on = await scenarioOn(database)
      const { good } = await toolInputs(operation, on)
      const given = { ...argumentsOf(operation, on, good), confirm: true, idempotency_key: 'mine' }
      const { requestState } = await ask(on, tool, given)
      const done = await ask(on, tool, given, { requestState, inputResponses: YES })
      expect(done.structuredContent.meta.idempotency).toMatchObject({ key: 'mine', replayed: false })
      const after = await snapshot(database)
      const { secret: _, ...shown } = done.structuredContent.data
      const rest = await served.rest(operation.method, routeOf(operation, on, good), good.body, on.owner.secret, {
        'service-confirm': 'true',
        'idempotency-key': 'mine',
      })
      const again = [
        await ask(on, tool, given, { requestState, inputResponses: YES }),
        // Called again after the response was lost: the person is not asked a second time.
        await ask(on, tool, given),
      ].map(({ structuredContent }) => structuredContent)
      for (const { data, meta } of [...again, rest.body]) {
        expect(data).toEqual(shown)
        expect(meta.idempotency).toMatchObject({ key: 'mine', replayed: true })
      }
      expect(await snapshot(database)).toEqual(after)
    })

    it('does nothing when the person declines, cancels, or leaves the box unchecked', async () => {
      const on = await scenarioOn(database)
      const given = argumentsOf(operation, on, (await toolInputs(operation, on)).good)
      const { requestState } = await ask(on, tool, given)
      const before = await snapshot(database)
      for (const [response, answer] of [
        [{ action: 'decline' }, 'declined'],
        [{ action: 'cancel' }, 'cancelled'],
        [{ action: 'accept', content: { confirm: false } }, 'declined'],
        [{ action: 'accept', content: {} }, 'declined'],
      ] as const) {
        const result = await ask(on, tool, given, { requestState, inputResponses: { confirm: response } })
        expect(result.structuredContent).toEqual({ data: { state: 'declined', operation: tool, answer } })
      }
      expect(await snapshot(database)).toEqual(before)
    })
  })

  describe('a call that says the person decided', () => {
    it('asks the person even if the client says that they decided, and only their yes executes the change', async () => {
      const on = await scenarioOn(database)
      const given = { product: on.product, name: 'Decided' }
      const before = await snapshot(database)
      for (const decided of [
        { confirm: true },
        { confirm: true, idempotency_key: 'mine' },
        { confirm: false },
        { confirm: false, idempotency_key: 'mine' },
        { idempotency_key: 'mine' },
      ]) {
        for (const capabilities of [CAN_ASK, { elicitation: {} }, { elicitation: { form: {}, url: {} } }])
          expect(await ask(on, rename, { ...given, ...decided }, {}, capabilities)).toMatchObject({
            resultType: 'input_required',
          })
      }
      expect(await snapshot(database)).toEqual(before)
    })

    it('rejects a change without a question if its key could not be used', async () => {
      const on = await scenarioOn(database)
      for (const key of ['', ' ', 'x'.repeat(256), 7, 'é']) {
        const given = { product: on.product, name: 'Never', confirm: true, idempotency_key: key }
        expect(await ask(on, rename, given)).toMatchObject({
          isError: true,
          structuredContent: { code: 'idempotency_key_required' },
        })
      }
    })

    it('rejects a change without a question if its key is recorded with other arguments', async () => {
      const on = await scenarioOn(database)
      const given = { product: on.product, name: 'First', confirm: true, idempotency_key: 'taken' }
      await served.call(rename, given, on.owner.secret)
      expect(await ask(on, rename, { ...given, name: 'Second' })).toMatchObject({
        isError: true,
        structuredContent: { code: 'idempotency_conflict' },
      })
    })

    it('rejects the state of a question that was asked with another key', async () => {
      const on = await scenarioOn(database)
      const given = { product: on.product, name: 'Mine', confirm: true, idempotency_key: 'one' }
      const { requestState } = await ask(on, rename, given)
      await rejectedState(on, rename, { ...given, idempotency_key: 'two' }, requestState)
      await rejectedState(on, rename, { product: on.product, name: 'Mine' }, requestState)
    })

    it.each([
      ['decline', 'declined'],
      ['cancel', 'cancelled'],
    ])('changes nothing when the person answers %s, and the key stays free', async (action, answer) => {
      const on = await scenarioOn(database)
      const given = { product: on.product, name: 'No', confirm: true, idempotency_key: 'free' }
      const { requestState } = await ask(on, rename, given)
      const before = await snapshot(database)
      const result = await ask(on, rename, given, { requestState, inputResponses: { confirm: { action } } })
      expect(result.structuredContent).toEqual({ data: { state: 'declined', operation: rename, answer } })
      expect(await snapshot(database)).toEqual(before)
      const done = await served.call(rename, { ...given, name: 'Yes' }, on.owner.secret)
      expect(done.body.result.structuredContent.meta.idempotency).toMatchObject({ key: 'free', replayed: false })
    })
  })

  const opened = async () => {
    const on = await scenarioOn(database)
    const given = { product: on.product, name: 'Renamed' }
    const { requestState } = await ask(on, rename, given)
    return { on, given, requestState }
  }
  it('rejects state that was tampered with, or that belongs to another call or another tool', async () => {
    const { on, given, requestState } = await opened()
    await rejectedState(on, rename, given, `${requestState.slice(0, -3)}AAA`)
    await rejectedState(on, rename, given, 'rs2.e30.AAAA')
    await rejectedState(on, rename, given, '')
    await rejectedState(on, rename, { ...given, name: 'Something else' }, requestState)
    await rejectedState(on, 'service_preferences_update', { product: on.product, currency: 'USD' }, requestState)
  })

  it('rejects arguments that are nested deeper than those that were shown', async () => {
    const { on, given, requestState } = await opened()
    const levels = 3_500
    const params = { name: rename, arguments: { ...given, name: 'DEEP' }, requestState, inputResponses: YES }
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': MODERN,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': CAN_ASK,
    }
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, _meta } })
    const { status, body } = await served.post(message.replace('"DEEP"', '['.repeat(levels) + ']'.repeat(levels)), {
      authorization: `Bearer ${on.owner.secret}`,
      'mcp-protocol-version': MODERN,
      'mcp-method': 'tools/call',
      'mcp-name': rename,
    })
    expect(status).toBe(200)
    expect(body.result).toMatchObject({ isError: true, structuredContent: { code: 'invalid_request' } })
  })

  it('rejects the state of another credential of the same account', async () => {
    const { on, given, requestState } = await opened()
    const owner = await seedToken(database, on.people.owner.account, { scopes: SCOPES })
    await rejectedState({ ...on, owner }, rename, given, requestState)
  })

  it('rejects the answer to a question after ten minutes', async () => {
    const { on, given, requestState } = await opened()
    database.clock.advance(600_000)
    await rejectedState(on, rename, given, requestState)
  })

  it('rejects a change if the product has changed since the person saw it', async () => {
    const { on, given, requestState } = await opened()
    await served.call(rename, { ...given, name: 'Meanwhile', confirm: true, idempotency_key: 'k' }, on.owner.secret)
    const result = await ask(on, rename, given, { requestState, inputResponses: YES })
    expect(result).toMatchObject({ isError: true, structuredContent: { code: 'revision_conflict' } })
  })

  it('asks again when the answer is missing, and rejects bad input without a question', async () => {
    const { on, given, requestState } = await opened()
    expect(await ask(on, rename, given, { requestState })).toMatchObject({ resultType: 'input_required' })
    expect(await ask(on, rename, { ...given, name: '' })).toMatchObject({ isError: true })
  })

  it('asks clients of 2026 that support questions, and gives others a preview', async () => {
    const { on, given } = await opened()
    for (const capabilities of [{}, { elicitation: { url: {} } }, { sampling: {} }]) {
      expect(await ask(on, rename, given, {}, capabilities)).toMatchObject({
        structuredContent: { data: { state: 'previewed' } },
      })
    }
    expect(await ask(on, rename, given, {}, { elicitation: {} })).toMatchObject({ resultType: 'input_required' })
    const legacy = await served.call(rename, { ...given, name: 'Again' }, on.owner.secret, { era: LEGACY })
    expect(legacy.body.result).toMatchObject({ structuredContent: { data: { state: 'previewed' } } })
  })

  it('works with a third-party client', async () => {
    const on = await scenarioOn(database)
    const asked: string[] = []
    const client = new Client(
      { name: 'test', version: '1' },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } },
    )
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params.message)
      return { action: 'accept', content: { confirm: true } }
    })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${served.url}/api/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${on.owner.secret}` } },
      }),
    )
    const { structuredContent } = await client.callTool({
      name: rename,
      arguments: { product: on.product, name: 'By hand' },
    })
    expect(structuredContent).toMatchObject({ data: { state: 'executed', result: { name: 'By hand' } } })
    expect(asked).toEqual([expect.stringContaining('By hand')])
    await client.close()
  })
})
