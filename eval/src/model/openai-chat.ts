import { z } from 'zod'
import { type Chat, type Message, type ModelSettings, ModelUnusable, post } from './chat.ts'

const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          tool_calls: z
            .array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
            .nullish(),
        }),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).optional(),
})

const Arguments = z.record(z.string(), z.unknown())

/** A model behind `…/chat/completions`. */
export function openaiChat({ url, model, key }: ModelSettings): Chat {
  return async ({ system, tools }, messages, signal) => {
    const body = {
      model,
      messages: [{ role: 'system', content: system }, ...messages.flatMap(written)],
      tools: tools.map(({ name, description, inputSchema }) => ({
        type: 'function',
        function: { name, description, parameters: inputSchema },
      })),
    }
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
    const read = Completion.safeParse(await post(url, headers, body, signal))
    const message = read.data?.choices[0]?.message
    if (message === undefined)
      throw new ModelUnusable('the endpoint of the model does not answer as chat completions do')
    const usage = read.data?.usage
    return {
      text: message.content ?? '',
      calls: (message.tool_calls ?? []).map(({ id, function: { name, arguments: text } }) => ({
        id,
        tool: name,
        given: argumentsOf(text),
      })),
      tokens: usage === undefined ? 0 : usage.prompt_tokens + usage.completion_tokens,
    }
  }
}

/** Models sometimes write arguments that are not JSON. The tool then rejects what is missing, and the model can correct it. */
function argumentsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return Arguments.catch({}).parse(JSON.parse(text))
  } catch {
    return {}
  }
}

function written(message: Message): readonly object[] {
  switch (message.from) {
    case 'person':
      return [{ role: 'user', content: message.text }]
    case 'model': {
      const { text, calls } = message.reply
      const asked = calls.map(({ id, tool, given }) => ({
        id,
        type: 'function',
        function: { name: tool, arguments: JSON.stringify(given) },
      }))
      return [{ role: 'assistant', content: text, ...(asked.length === 0 ? {} : { tool_calls: asked }) }]
    }
    case 'tools':
      return message.results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }))
  }
}
