import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Chat, ModelUnusable, type Reply } from './chat.ts'

const RecordedReply = z.strictObject({
  text: z.string(),
  calls: z.array(z.strictObject({ id: z.string(), tool: z.string(), given: z.record(z.string(), z.unknown()) })),
  tokens: z.number(),
})

/** What one caller said to some questions, in their order, and whether each was right. */
export const Transcripts = z.strictObject({
  by: z.string().min(1),
  questions: z.array(z.strictObject({ name: z.string(), isRight: z.boolean(), replies: z.array(RecordedReply) })),
})
export type Transcripts = z.infer<typeof Transcripts>

/** A model whose replies are kept. */
export interface RecordingChat {
  readonly chat: Chat
  /** The replies since the last call. */
  take(): readonly Reply[]
}

export function recordingChat(chat: Chat): RecordingChat {
  const replies: Reply[] = []
  return {
    async chat(briefing, messages, signal) {
      const reply = await chat(briefing, messages, signal)
      replies.push(reply)
      return reply
    },
    take: () => replies.splice(0),
  }
}

/** Replies as a transcript has them. */
export function recordedReplies(replies: readonly Reply[]): z.infer<typeof RecordedReply>[] {
  return replies.map(({ text, calls, tokens }) => ({ text, calls: calls.map((call) => ({ ...call })), tokens }))
}

/** Says what was recorded, whatever the tools answer by now: a text that has changed shows in the score. */
export function replayedChat(replies: readonly Reply[]): Chat {
  const left = [...replies]
  return async () => {
    const reply = left.shift()
    if (reply === undefined) throw new ModelUnusable('the transcript has no further reply')
    return reply
  }
}

export async function writeTranscripts(file: string, transcripts: Transcripts): Promise<void> {
  await writeFile(file, `${JSON.stringify(transcripts, null, 1)}\n`)
}

/** All transcripts of a folder, by the names of their files. */
export async function readTranscripts(folder: string): Promise<readonly (readonly [string, Transcripts])[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted()
  return Promise.all(
    files.map(
      async (name) => [name, Transcripts.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))] as const,
    ),
  )
}

/** The name of the file of a model: what it is called, in letters, digits and hyphens. */
export function fileNameOf(model: string): string {
  return `${
    model
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'model'
  }.json`
}
