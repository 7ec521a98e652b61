import { isRecord, randomId } from '@footfall/core-domain'
import type { Context } from '../context.ts'
import { ServiceRejected } from '../remote/errors.ts'
import { type KeptKey, pendingKeys } from '../remote/pending-keys.ts'
import { type ApiAnswer, type ApiRequest, type RemoteService, textOf } from '../remote/remote-service.ts'

/** A write, through whichever door it goes. */
export interface RemoteWrite {
  /** What the same change is recognized by. */
  readonly change: unknown
  preview(): Promise<Fields>
  execute(kept: KeptKey): Promise<Fields>
}
type Fields = Readonly<Record<string, unknown>>

export function apiWrite(service: RemoteService, request: ApiRequest): RemoteWrite {
  const body = async (answer: Promise<ApiAnswer>) => (await answer).body
  return {
    change: [service.server, request.method, request.path, request.body],
    preview: () => body(service.api(request)),
    execute: (confirm) => body(service.api({ ...request, confirm })),
  }
}

export function toolWrite(service: RemoteService, name: string, args: Fields, toolset: string): RemoteWrite {
  return {
    change: [service.server, name, args],
    preview: () => service.tool(name, args, toolset),
    execute: ({ key, preview }) =>
      service.tool(
        name,
        { ...args, confirm: true, idempotency_key: key, ...(preview !== undefined && { preview }) },
        toolset,
      ),
  }
}

export type Written =
  | { readonly state: 'previewed'; readonly answer: Fields }
  | { readonly state: 'answered'; readonly answer: Fields }

/**
 * Shows the preview of a change and executes it once it is confirmed, by `--yes` or at the terminal. Its idempotency key is
 * kept until the answer is there, so that the same command after a lost connection replays.
 */
export async function write(context: Context, change: RemoteWrite, yes: boolean): Promise<Written> {
  const { dependencies, terminal } = context
  const keys = pendingKeys(dependencies.environment, dependencies.clock)
  const before = await keys.find(change.change)
  if (before !== undefined && yes) {
    terminal.err('The same change was sent before and its answer did not arrive; sending it again with its key.')
    return { state: 'answered', answer: await executed(change, before, keys) }
  }
  const previewed = await change.preview()
  const data = isRecord(previewed.data) ? previewed.data : {}
  if (!terminal.json) terminal.out(previewText(data))
  if (!yes && !(await isConfirmed(context))) return { state: 'previewed', answer: previewed }
  const kept = before ?? { key: randomId(dependencies.random, 'cli'), preview: previewProof(previewed) }
  await keys.keep(change.change, kept)
  return { state: 'answered', answer: await executed(change, kept, keys) }
}

async function executed(change: RemoteWrite, kept: KeptKey, keys: ReturnType<typeof pendingKeys>): Promise<Fields> {
  try {
    const answer = await change.execute(kept)
    await keys.forget(change.change)
    return answer
  } catch (error) {
    if (error instanceof ServiceRejected && error.isFinal) await keys.forget(change.change)
    throw error
  }
}

async function isConfirmed({ dependencies, terminal }: Context): Promise<boolean> {
  if (terminal.json) return false
  const typed = await dependencies.ask('Do it? [y/N] ')
  return typed !== undefined && /^\s*y(?:es)?\s*$/i.test(typed)
}

/** For credentials that must prove that they saw the preview. */
function previewProof({ meta }: Fields): string | undefined {
  const confirm = isRecord(meta) && isRecord(meta.confirm) ? meta.confirm : {}
  return textOf(confirm, 'preview')
}

function previewText(data: Fields): string {
  const changes = Array.isArray(data.changes) ? data.changes.filter(isRecord) : []
  const warnings = Array.isArray(data.warnings) ? data.warnings.map(String) : []
  return [
    textOf(data, 'summary') ?? '',
    ...changes.map(({ path, from, to }) => `  ${String(path)}: ${valueText(from)} → ${valueText(to)}`),
    ...warnings.map((warning) => `  Warning: ${warning}`),
  ].join('\n')
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What became of a confirmed change, in lines. */
export function writtenText({ state, answer }: Written): string {
  if (state === 'previewed') return 'Nothing was changed. Repeat the command with --yes to do it.'
  const data = isRecord(answer.data) ? answer.data : {}
  const approval = isRecord(data.approval) ? data.approval : undefined
  if (approval !== undefined)
    return `The change waits until a person approves it: ${textOf(approval, 'link') ?? textOf(approval, 'id') ?? ''}\nRepeat the command to learn what became of it.`
  const meta = isRecord(answer.meta) && isRecord(answer.meta.idempotency) ? answer.meta.idempotency : {}
  const result = isRecord(data.result) ? textOf(data.result, 'id') : undefined
  const secret = textOf(data, 'secret')
  return [
    `Done${result === undefined ? '' : `: ${result}`}.${meta.replayed === true ? ' It had been done before; this is its result.' : ''}`,
    ...(secret === undefined ? [] : [`Secret (shown this once): ${secret}`]),
  ].join('\n')
}
