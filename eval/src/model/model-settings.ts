import { anthropicChat } from './anthropic-chat.ts'
import type { Chat } from './chat.ts'
import { openaiChat } from './openai-chat.ts'

/** The model that the environment names; undefined where it names none. Throws where it cannot be asked. */
export function modelOf(environment: Readonly<Record<string, string | undefined>>): Chat | undefined {
  const { EVAL_MODEL_URL: url = '', EVAL_MODEL: model = '', EVAL_MODEL_KEY: key } = environment
  if (url === '') return undefined
  if (model === '') throw new TypeError('EVAL_MODEL is missing: the name of the model at EVAL_MODEL_URL')
  const path = URL.canParse(url) ? new URL(url).pathname : ''
  if (path.endsWith('/messages')) return anthropicChat({ url, model, key })
  if (path.endsWith('/chat/completions')) return openaiChat({ url, model, key })
  throw new TypeError('EVAL_MODEL_URL must be a URL that ends in /chat/completions or /messages')
}
