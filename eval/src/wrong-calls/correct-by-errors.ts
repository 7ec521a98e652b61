import type { McpClient } from '../place/mcp-client.ts'
import { type Reading, readingOf, type Wrong } from '../reader/reading.ts'
import { plain } from '../reader/values.ts'
import type { Given } from './vocabularies.ts'

/** How many calls may follow a wrong one. */
const MORE_CALLS = 2

export interface CorrectedCall {
  readonly calls: number
  readonly last: Reading
}

/** Calls a tool, and changes nothing but what the text of the error says, until there is an answer or no calls are left. */
export async function correctByErrors(
  client: Pick<McpClient, 'call'>,
  tool: string,
  wrong: Given,
): Promise<CorrectedCall> {
  let given = wrong
  for (let calls = 1; ; calls++) {
    const { text, isError } = await client.call(tool, given)
    const last = readingOf(text, isError)
    if (!isError || calls > MORE_CALLS) return { calls, last }
    given = last.wrong().reduce(corrected, given)
  }
}

/** An unknown argument gets the name that is offered, and any other value the first one that is offered in its place. */
function corrected(given: Given, { path, message, near: [first] }: Wrong): Given {
  const [head = '', ...rest] = path.split('.')
  const { [head]: value, ...others } = given
  if (rest.length === 0 && message.includes('is not a known field'))
    return first === undefined ? others : { ...others, [first]: value }
  if (first === undefined) return given
  // One of several in a text that commas separate.
  const [, word] = /^"(.+?)"/.exec(plain(message)) ?? []
  if (typeof value === 'string' && word !== undefined && value.includes(','))
    return {
      ...given,
      [head]: value
        .split(',')
        .map((one) => (one === word ? first : one))
        .join(','),
    }
  return { ...given, [head]: withValue(value, rest, first) }
}

function withValue(value: unknown, [head, ...rest]: readonly string[], put: string): unknown {
  if (head === undefined) return put
  if (Array.isArray(value)) return value.with(Number(head), withValue(value[Number(head)], rest, put))
  return { ...Object(value), [head]: withValue(Object(value)[head], rest, put) }
}
