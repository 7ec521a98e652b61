import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server'
import { z } from 'zod'

/** Whether results have only their text, or the same as data too. */
export type AnswerForm = 'text' | 'both'
export const ANSWER_FORMS: readonly AnswerForm[] = ['text', 'both']

/**
 * Clients that show a model only `structuredContent` where there is any, which is longer than the text. By the name that they give
 * themselves in `clientInfo` or `User-Agent`.
 * Claude Code: github.com/anthropics/claude-code/issues/55677. OpenCode, which follows Codex: github.com/anomalyco/opencode/pull/32074.
 */
const SHOW_DATA_ALONE: ReadonlySet<string> = new Set([
  'claude-code',
  'codex-mcp-client',
  'codex_cli_rs',
  'codex_exec',
  'codex_vscode',
  'opencode',
])

/** The extension of clients that show pages of a server, which read the data (MCP Apps). */
const APPS = 'io.modelcontextprotocol/ui'

/** What a request says of its client. Revisions of 2025 say it in `initialize` only. */
const Declared = z.object({
  params: z.object({
    _meta: z.object({
      [CLIENT_CAPABILITIES_META_KEY]: z
        .object({ extensions: z.record(z.string(), z.unknown()) })
        .optional()
        .catch(undefined),
      [CLIENT_INFO_META_KEY]: z.object({ name: z.string() }).optional().catch(undefined),
    }),
  }),
})

/** The form of answers for a client that asks for none. */
export function answerFormFor(message: unknown, userAgent: string | undefined): AnswerForm {
  const meta = Declared.safeParse(message).data?.params._meta
  if (meta?.[CLIENT_CAPABILITIES_META_KEY]?.extensions[APPS] !== undefined) return 'both'
  const names = [meta?.[CLIENT_INFO_META_KEY]?.name, userAgent?.split('/', 1)[0]]
  return names.some((name) => name !== undefined && SHOW_DATA_ALONE.has(name.trim().toLowerCase())) ? 'text' : 'both'
}

/** A result in the form that its client shows. */
export function inForm<Result extends object>(result: Result, form: AnswerForm): Result {
  if (form === 'both' || !('structuredContent' in result)) return result
  const { structuredContent: _, ...text } = result
  // The field is optional in the protocol; only the data of a result is left out.
  return text as Result
}
