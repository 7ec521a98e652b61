import { completeProducts, execute, ProductCompletion } from '@footfall/operations'
import { type CompleteResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { answeringContext, type Context, hasScopes, LIST_PRODUCTS } from './context.ts'
import { findPrompt, PRODUCT_ARGUMENT } from './prompts.ts'
import { isTemplate } from './resources.ts'

/** What is being completed: an argument of a prompt, or the variable of a resource template. */
export interface CompletionRequest {
  readonly ref:
    | { readonly type: 'ref/prompt'; readonly name: string }
    | { readonly type: 'ref/resource'; readonly uri: string }
  readonly argument: { readonly name: string; readonly value: string }
}

const NOTHING: CompleteResult = { completion: { values: [], total: 0, hasMore: false } }

/**
 * Completes an argument with products of the selection. A credential that may not list products gets none: someone is
 * typing, and a challenge would interrupt them at every key.
 */
export function complete(request: CompletionRequest, context: Context): Promise<CompleteResult> {
  return answeringContext(context, async () => {
    const by = namingOf(request, context)
    const { caller, footfall } = context
    const tool = context.find(LIST_PRODUCTS)
    if (tool === undefined || !hasScopes(tool, caller)) return NOTHING
    const outcome = await execute(
      completeProducts,
      caller.principal,
      { path: {}, query: { typed: request.argument.value, by } },
      footfall,
      { confirm: false },
      { channel: 'mcp', address: caller.address, requestId: caller.requestId },
    )
    if (outcome.kind !== 'read') throw new TypeError('a completion is a read')
    const { values, total } = ProductCompletion.parse(outcome.answer.data)
    return { completion: { values, total, hasMore: total > values.length } }
  })
}

/** By what products are named; throws `ProtocolError` if there is nothing to complete. */
function namingOf({ ref, argument }: CompletionRequest, context: Context): 'id' | 'any' {
  if (ref.type === 'ref/resource') {
    if (!isTemplate(ref.uri, context)) throw invalid(`Unknown resource template: ${ref.uri}`)
    if (argument.name !== 'id') throw invalid(`Unknown variable: ${argument.name}`)
    return 'id'
  }
  findPrompt(ref.name, context)
  if (argument.name !== PRODUCT_ARGUMENT.name) throw invalid(`Unknown argument: ${argument.name}`)
  return 'any'
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)
