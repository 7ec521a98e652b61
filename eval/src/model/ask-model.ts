import { z } from 'zod'
import type { Known } from '../known/checks.ts'
import type { McpClient } from '../place/mcp-client.ts'
import type { Place } from '../place/place.ts'
import type { Answer, Question } from '../questions/question.ts'
import { failed, type Result, scored } from '../scoring/result.ts'
import { type Transcript, transcript } from '../scoring/transcript.ts'
import { type AskedCall, type CallResult, type Chat, type Message, ModelUnusable } from './chat.ts'

/** How far a model may go with one question. */
export interface Bounds {
  readonly replies: number
  readonly ms: number
  /** As the endpoint of the model counts them, over all requests. */
  readonly tokens: number
}

export const BOUNDS: Bounds = { replies: 16, ms: 180_000, tokens: 400_000 }

const Facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
const ANSWER = 'ANSWER:'

/** Puts a question to a model and scores its answer like that of the scripted path, without the budget. */
export async function askModel(
  question: Question,
  known: Known,
  { chat, client, place, bounds = BOUNDS }: { chat: Chat; client: McpClient; place: Place; bounds?: Bounds },
): Promise<Result> {
  const followed = transcript(client)
  try {
    const last = await converse(question, known, chat, followed, bounds)
    return scored(question, followed.calls, answerIn(last), await question.expected(place))
  } catch (error) {
    return failed(question, followed.calls, error)
  }
}

/** Returns what the model says to the last text of the person. */
async function converse(
  question: Question,
  { instructions, tools }: Known,
  chat: Chat,
  followed: Transcript,
  bounds: Bounds,
): Promise<string> {
  const [first, ...more] = question.says
  const briefing = { system: systemText(question, instructions), tools }
  const messages: Message[] = [{ from: 'person', text: first }]
  const signal = AbortSignal.timeout(bounds.ms)
  let tokens = 0
  for (let replies = 0; replies < bounds.replies; replies++) {
    const reply = await chat(briefing, messages, signal)
    messages.push({ from: 'model', reply })
    tokens += reply.tokens
    if (tokens > bounds.tokens) throw new ModelUnusable(`more than ${bounds.tokens} tokens`)
    if (reply.calls.length > 0) {
      messages.push({ from: 'tools', results: await answers(reply.calls, followed) })
      continue
    }
    const text = more.shift()
    if (text === undefined) return reply.text
    followed.next()
    messages.push({ from: 'person', text })
  }
  throw new ModelUnusable(`more than ${bounds.replies} replies`)
}

/** One after another, since the order of changes matters. */
async function answers(calls: readonly AskedCall[], followed: Transcript): Promise<readonly CallResult[]> {
  const results: CallResult[] = []
  for (const { id, tool, given } of calls) {
    const { text, isError } = await followed.call(tool, given)
    results.push({ id, text, isError })
  }
  return results
}

function systemText({ fields }: Question, instructions: string): string {
  const named = Object.entries(fields).map(([name, what]) => `"${name}": ${what}`)
  return `${instructions}

Answer the person with the tools. End each reply to the person with one line: ${ANSWER} and a JSON object with these fields: ${named.join('; ')}. Where a value cannot be known it is null.`
}

/** The fields on the last line that begins with the mark; none where there is no such line or it holds no JSON object. */
function answerIn(text: string): Answer {
  const line = text.split('\n').findLast((each) => each.trimStart().startsWith(ANSWER))
  if (line === undefined) return {}
  try {
    return Facts.catch({}).parse(JSON.parse(line.slice(line.indexOf(ANSWER) + ANSWER.length)))
  } catch {
    return {}
  }
}
