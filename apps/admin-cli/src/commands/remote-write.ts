import { isRecord } from '@footfall/core-domain'
import { changedFields } from '../changed-fields.ts'
import type { Context } from '../context.ts'
import { ServiceRejected } from '../remote/errors.ts'
import { type Fields, type RemoteChange, textOf } from '../remote/remote-service.ts'
import { isYes } from '../terminal.ts'

export type Written =
  | { readonly state: 'previewed'; readonly answer: Fields }
  | { readonly state: 'answered'; readonly answer: Fields }

/**
 * Shows the preview of a change and executes it once it is confirmed, by `--yes` or at the terminal. Its idempotency key is
 * kept until the outcome is known, so that the same command after a lost connection replays.
 */
export async function write(context: Context, change: RemoteChange, yes: boolean): Promise<Written> {
  const { terminal } = context
  if (yes && (await change.isPending())) {
    if (!terminal.json)
      terminal.err('This change was sent before, and its outcome is not known yet; sending it again with its key.')
    return { state: 'answered', answer: await executed(change) }
  }
  const previewed = await change.preview()
  const data = isRecord(previewed.data) ? previewed.data : {}
  if (!terminal.json) terminal.out(previewText(data))
  if (!yes && !(await isConfirmed(context))) return { state: 'previewed', answer: previewed }
  return { state: 'answered', answer: await executed(change) }
}

async function executed(change: RemoteChange): Promise<Fields> {
  try {
    const answer = await change.execute()
    // What waits for a person is asked for by the same key.
    if (isRecord(answer.data) && answer.data.state === 'executed') await change.forget()
    return answer
  } catch (error) {
    if (error instanceof ServiceRejected && error.isFinal) await change.forget()
    throw error
  }
}

async function isConfirmed({ dependencies, terminal }: Context): Promise<boolean> {
  if (terminal.json) return false
  const typed = await dependencies.ask('Do it? [y/N] ')
  return typed !== undefined && isYes(typed)
}

function previewText(data: Fields): string {
  const changes = Array.isArray(data.changes) ? data.changes.filter(isRecord) : []
  const warnings = Array.isArray(data.warnings) ? data.warnings.map(String) : []
  return [
    textOf(data, 'summary') ?? '',
    ...changedFields(changes, valueText).map(({ path, from, to }) => `  ${path}: ${from} → ${to}`),
    ...warnings.map((warning) => `  Warning: ${warning}`),
  ].join('\n')
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ') || 'none'
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
