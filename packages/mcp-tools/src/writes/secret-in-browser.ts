import { Secret } from '@footfall/core-domain'
import { fingerprint } from '@footfall/kernel'
import { type InputRequiredResult, inputRequired } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { answering, type ToolResult } from '../calls/call-tool.ts'
import { meaningOf } from '../calls/meaning.ts'
import type { Caller, EndpointServices } from '../services.ts'
import type { Arguments } from '../tools/arguments.ts'
import type { PreparedTool } from '../tools/prepared-tools.ts'
import type { RequestStates } from './request-state.ts'

const SHOW = 'show_secret'
const MESSAGE =
  'The change was made. Open this page to see its new secret: it is shown once, within ten minutes, to the person of the account after a sign-in.'

const NOT_SENT: ToolResult = { content: [], structuredContent: {} }

/** The answer that made a secret. */
const WithSecret = z.object({
  data: z.object({ state: z.literal('executed'), secret: z.string() }),
  meta: z.object({ idempotency: z.object({ key: z.string() }) }),
})

/**
 * For a client that can open a page (elicitation by URL): the new secret of an answer is kept for a page that only the person
 * sees, and the client is asked to open that page instead of being given the answer. Its retry gets the record of the change, which
 * has no secret. Any other answer stays as it is.
 */
export async function secretInBrowser(
  tool: PreparedTool,
  given: Arguments,
  answer: ToolResult | InputRequiredResult,
  caller: Caller,
  services: EndpointServices,
  states: RequestStates,
): Promise<ToolResult | InputRequiredResult> {
  const { host } = services
  const { principal } = caller
  const made = 'structuredContent' in answer ? WithSecret.safeParse(answer.structuredContent).data : undefined
  if (made === undefined || services.keepSecret === undefined) return answer
  let question: InputRequiredResult | undefined
  let isKept = true
  const failed = await answering(tool.operation, caller, services, async () => {
    const url = await services.keepSecret?.(principal, new Secret(made.data.secret))
    if (url === undefined) {
      isKept = false
      return NOT_SENT
    }
    const { meant } = await meaningOf(tool.operation, given, made.meta.idempotency.key, caller, services)
    const pending = {
      operation: tool.operation.name,
      fingerprint: fingerprint(tool.operation.name, meant),
      key: made.meta.idempotency.key,
      revision: null,
      executed: true,
    } as const
    question = inputRequired({
      inputRequests: { [SHOW]: inputRequired.elicitUrl({ message: MESSAGE, url }) },
      requestState: states.seal(pending, host.credentialOf(principal), host.clock.now()),
    })
    return NOT_SENT
  })
  return isKept ? (question ?? failed) : answer
}
