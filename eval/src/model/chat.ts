import type { ListedTool } from '../place/mcp-client.ts'

/** A call of a tool that a model asks for. */
export interface AskedCall {
  readonly id: string
  readonly tool: string
  readonly given: Readonly<Record<string, unknown>>
}

/** What a model says next. Without calls it speaks to the person. */
export interface Reply {
  readonly text: string
  readonly calls: readonly AskedCall[]
  /** Tokens of this request and its reply, as the endpoint counts them. */
  readonly tokens: number
}

export interface CallResult {
  readonly id: string
  readonly text: string
  readonly isError: boolean
}

export type Message =
  | { readonly from: 'person'; readonly text: string }
  | { readonly from: 'model'; readonly reply: Reply }
  | { readonly from: 'tools'; readonly results: readonly CallResult[] }

/** The instructions of a model before a conversation. */
export interface Briefing {
  readonly system: string
  readonly tools: readonly ListedTool[]
}

/** Asks a model for its next reply. Throws `ModelUnusable` where the endpoint gives none. */
export type Chat = (briefing: Briefing, messages: readonly Message[], signal: AbortSignal) => Promise<Reply>

export class ModelUnusable extends Error {}

export interface ModelSettings {
  readonly url: string
  readonly model: string
  readonly key: string | undefined
}

/** Sends JSON and reads the JSON of the answer. */
export async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal,
    // A redirect must not carry the key to another address.
    redirect: 'error',
  })
  if (!response.ok) throw new ModelUnusable(`the endpoint of the model answers with status ${response.status}`)
  return response.json()
}
