import { z } from 'zod'
import { type Chat, type Message, type ModelSettings, ModelUnusable, post } from './chat.ts'

const VERSION = '2023-06-01'
const REPLY_TOKENS_MAX = 4_096

const Text = z.object({ type: z.literal('text'), text: z.string() })
const ToolUse = z.object({
  type: z.literal('tool_use'),
  id: z.string(),
  name: z.string(),
  input: z.record(z.string(), z.unknown()),
})
const Other = z.object({ type: z.string() }).transform(() => ({ type: 'other' as const }))
const Reply = z.object({
  content: z.array(z.union([Text, ToolUse, Other])),
  usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }),
})

/** A model behind `…/messages`. */
export function anthropicChat({ url, model, key }: ModelSettings): Chat {
  return async ({ system, tools }, messages, signal) => {
    const body = {
      model,
      max_tokens: REPLY_TOKENS_MAX,
      system,
      messages: messages.map(written),
      tools: tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema })),
    }
    const headers = { 'anthropic-version': VERSION, ...(key === undefined ? {} : { 'x-api-key': key }) }
    const read = Reply.safeParse(await post(url, headers, body, signal))
    if (!read.success) throw new ModelUnusable('the endpoint of the model does not answer as messages do')
    const { content, usage } = read.data
    return {
      text: content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n'),
      calls: content.flatMap((block) =>
        block.type === 'tool_use' ? [{ id: block.id, tool: block.name, given: block.input }] : [],
      ),
      tokens: usage.input_tokens + usage.output_tokens,
    }
  }
}

function written(message: Message): object {
  switch (message.from) {
    case 'person':
      return { role: 'user', content: message.text }
    case 'model': {
      const { text, calls } = message.reply
      const blocks = [
        ...(text === '' ? [] : [{ type: 'text', text }]),
        ...calls.map(({ id, tool, given }) => ({ type: 'tool_use', id, name: tool, input: given })),
      ]
      return { role: 'assistant', content: blocks }
    }
    case 'tools':
      return {
        role: 'user',
        content: message.results.map(({ id, text, isError }) => ({
          type: 'tool_result',
          tool_use_id: id,
          content: text,
          ...(isError ? { is_error: true } : {}),
        })),
      }
  }
}
