import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Known } from './known/checks.ts'
import { askModel } from './model/ask-model.ts'
import { modelOf } from './model/model-settings.ts'
import { FAKE_KINDS, fakeModel, type Scripted } from './model/test-support.ts'
import {
  fileNameOf,
  readTranscripts,
  recordedReplies,
  recordingChat,
  replayedChat,
  writeTranscripts,
} from './model/transcripts.ts'
import { type McpClient, mcpClient } from './place/mcp-client.ts'
import { openPlace, type Place } from './place/place.ts'
import { QUESTIONS } from './questions/all.ts'
import { QUERY } from './questions/question.ts'

const FOLDER = fileURLToPath(new URL('../transcripts/', import.meta.url))

describe('transcripts', () => {
  let place: Place
  let client: McpClient
  let known: Known
  beforeAll(async () => {
    place = await openPlace()
    client = mcpClient(place)
    known = { instructions: await client.instructions(), tools: await client.tools() }
  })
  afterAll(() => place.close())

  const questionCalled = (name: string) => {
    const question = QUESTIONS.find((one) => one.name === name)
    if (question === undefined) throw new Error(`There is no question ${name}.`)
    return question
  }

  it('each recorded transcript gets the same score from the current texts', async () => {
    const all = await readTranscripts(FOLDER)
    expect(all.map(([file]) => file)).toContain('scripted-caller-no-model.json')
    for (const [file, { questions }] of all) {
      expect(questions.length, file).toBeGreaterThan(0)
      for (const { name, isRight, replies } of questions) {
        const chat = replayedChat(replies)
        const { faults } = await askModel(questionCalled(name), known, { chat, client, place })
        expect({ file, name, faults: isRight ? faults : faults.length > 0 }).toEqual({
          ...{ file, name, faults: isRight ? [] : true },
        })
      }
    }
  })

  it.each(FAKE_KINDS)('what a model at %s says is recorded, written and replayed with the same score', async (path) => {
    const question = questionCalled('visitors-of-a-month')
    const { visitors } = await question.expected(place)
    const asked: Scripted = { tool: QUERY, given: { product: 'Lumen Notes', period: 'last_month', metric: 'visitors' } }
    const folder = await mkdtemp(join(tmpdir(), 'footfall-transcripts-'))
    try {
      for (const said of [visitors, 7]) {
        const model = await fakeModel(path, [asked, { text: `ANSWER: {"visitors": ${said}}` }])
        const live = modelOf({ EVAL_MODEL_URL: model.url, EVAL_MODEL: 'fake' })
        if (live === undefined) throw new Error('There is no model.')
        const recorded = recordingChat(live)
        const first = await askModel(question, known, { chat: recorded.chat, client, place })
        await model.close()
        const replies = recordedReplies(recorded.take())
        expect(replies.map(({ calls }) => calls.length)).toEqual([1, 0])
        expect(recorded.take()).toEqual([])
        const isRight = first.faults.length === 0
        await writeTranscripts(join(folder, fileNameOf('Fake/Model 1.5')), {
          by: 'fake',
          questions: [{ name: question.name, isRight, replies }],
        })
        const [[file, read] = []] = await readTranscripts(folder)
        expect(file).toBe('fake-model-1-5.json')
        const chat = replayedChat(read?.questions[0]?.replies ?? [])
        const { faults } = await askModel(question, known, { chat, client, place })
        expect({ isRight, faults }).toEqual({ isRight: said === visitors, faults: first.faults })
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('a transcript that ends too early is not right', async () => {
    const { faults } = await askModel(questionCalled('visitors-of-a-month'), known, {
      ...{ chat: replayedChat([]), client, place },
    })
    expect(faults).toEqual(['not answered: the transcript has no further reply'])
  })
})
