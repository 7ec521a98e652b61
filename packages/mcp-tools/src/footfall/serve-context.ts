import type { Server } from '@modelcontextprotocol/server'
import { UI_EXTENSION } from '../apps/pages.ts'
import { assertFirstPage } from '../protocol/first-page.ts'
import { complete } from './completion.ts'
import type { Context } from './context.ts'
import { getPrompt, listPrompts } from './prompts.ts'
import { listResources, listResourceTemplates, readResource } from './resources.ts'

/** What a server declares of resources, prompts and completion. Changes are not announced: there are no streams. */
export const CONTEXT_CAPABILITIES = {
  resources: {},
  prompts: {},
  completions: {},
  extensions: { [UI_EXTENSION]: {} },
} as const

/** A new product is listed, and a number is current, within a minute. */
const MINUTE_CACHE = { ttlMs: 60_000, cacheScope: 'private' } as const
const HOUR_CACHE = { ttlMs: 3_600_000, cacheScope: 'private' } as const

/** How long clients of revision 2026-07-28 may keep the answers. */
export const CONTEXT_CACHE = {
  'resources/list': MINUTE_CACHE,
  'resources/read': MINUTE_CACHE,
  'resources/templates/list': HOUR_CACHE,
  'prompts/list': HOUR_CACHE,
} as const

/** Serves resources, prompts and completion. `onError` sees what a handler throws before the SDK does. */
export function serveContext(server: Server, context: Context, onError: (error: unknown) => void): void {
  const watched = async <Result>(work: () => Result | Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      onError(error)
      throw error
    }
  }
  const firstPage = <Result>(params: Parameters<typeof assertFirstPage>[0], list: () => Result | Promise<Result>) =>
    watched(() => {
      assertFirstPage(params)
      return list()
    })
  server.setRequestHandler('resources/list', ({ params }) => firstPage(params, () => listResources(context)))
  server.setRequestHandler('resources/templates/list', ({ params }) =>
    firstPage(params, () => listResourceTemplates(context)),
  )
  server.setRequestHandler('resources/read', ({ params }) => watched(() => readResource(params.uri, context)))
  server.setRequestHandler('prompts/list', ({ params }) => firstPage(params, () => listPrompts(context)))
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }) =>
    watched(() => getPrompt(name, given, context)),
  )
  server.setRequestHandler('completion/complete', ({ params }) => watched(() => complete(params, context)))
}
