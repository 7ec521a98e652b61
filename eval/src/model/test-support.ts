import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** What a scripted model says: tools to call, or a text to the person. */
export type Scripted = { readonly tool: string; readonly given: object } | { readonly text: string }

export interface FakeModel {
  readonly url: string
  /** The bodies and headers that came, in order. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into requests of two shapes
  readonly seen: { readonly headers: Readonly<Record<string, unknown>>; readonly body: any }[]
  close(): Promise<void>
}

export const FAKE_KINDS = ['/v1/chat/completions', '/v1/messages'] as const

/** An endpoint of either kind that says one line of the script after the other, then repeats the last. */
export async function fakeModel(path: (typeof FAKE_KINDS)[number], script: readonly Scripted[]): Promise<FakeModel> {
  const seen: FakeModel['seen'] = []
  const server = createServer(async (req, res) => {
    const said = script[Math.min(seen.length, script.length - 1)] ?? { text: '' }
    seen.push({ headers: req.headers, body: await json(req) })
    const id = `call_${seen.length}`
    const answer = path === '/v1/messages' ? asMessage(said, id) : asCompletion(said, id)
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function asCompletion(said: Scripted, id: string): object {
  const message =
    'text' in said
      ? { role: 'assistant', content: said.text }
      : {
          role: 'assistant',
          content: null,
          tool_calls: [{ id, type: 'function', function: { name: said.tool, arguments: JSON.stringify(said.given) } }],
        }
  return { choices: [{ message }], usage: { prompt_tokens: 900, completion_tokens: 100 } }
}

function asMessage(said: Scripted, id: string): object {
  const block =
    'text' in said ? { type: 'text', text: said.text } : { type: 'tool_use', id, name: said.tool, input: said.given }
  const content = [{ type: 'thinking', thinking: 'What is asked?' }, block]
  return { role: 'assistant', content, usage: { input_tokens: 900, output_tokens: 100 } }
}
