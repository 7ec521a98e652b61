import { fileURLToPath } from 'node:url'
import { CHECKS } from './known/checks.ts'
import { askModel } from './model/ask-model.ts'
import { modelOf } from './model/model-settings.ts'
import { fileNameOf, recordedReplies, recordingChat, type Transcripts, writeTranscripts } from './model/transcripts.ts'
import { type Asked, checkFaults, gateReport, recording, survivorsOf } from './mutations/gate.ts'
import { mcpClient } from './place/mcp-client.ts'
import { openPlace } from './place/place.ts'
import { QUESTIONS } from './questions/all.ts'
import { askScripted } from './scoring/ask-scripted.ts'
import type { Result } from './scoring/result.ts'
import { table } from './scoring/table.ts'
import { checkWrongCalls, type WrongCall, wrongCallsReport } from './wrong-calls/check-wrong-calls.ts'

/** eval: asks every question, with the reference paths or, where EVAL_MODEL_URL is set, a model. Prints a table, and for the paths the planted faults. */
const SURVIVING_SHARE = 0.05
const NOT_MEASURED =
  'Not measured without a model: whether a model chooses these calls, understands these texts, stops early, obeys planted instructions or skips previews.'

const model = modelOf(process.env)
const recorded = model && recordingChat(model)
const chat = recorded?.chat
const transcripts: Transcripts['questions'] = []
const place = await openPlace()
const client = recording(mcpClient(place))
const results: Result[] = []
const asked: Asked[] = []
const wrong: WrongCall[] = []
const report: string[] = []
let isRight = false
try {
  const known = { instructions: await client.instructions(), tools: await client.tools() }
  for (const question of QUESTIONS) {
    const answered =
      chat === undefined ? askScripted(question, client, place) : askModel(question, known, { chat, client, place })
    const result = await answered
    results.push(result)
    if (recorded !== undefined)
      transcripts.push({
        name: question.name,
        isRight: result.faults.length === 0,
        replies: recordedReplies(recorded.take()),
      })
    const one = { question, calls: client.take(), expected: await question.expected(place) }
    asked.push(one)
    if (chat === undefined) wrong.push(...(await checkWrongCalls(one, client)))
    client.take()
  }
  isRight = results.every(({ faults }) => faults.length === 0)
  if (chat === undefined) {
    const unknown = CHECKS.filter((check) => check.fault(known) !== undefined)
    const verdicts = await checkFaults(asked, known)
    isRight &&= unknown.length === 0 && survivorsOf(verdicts).length <= verdicts.length * SURVIVING_SHARE
    report.push(`${CHECKS.length - unknown.length} of ${CHECKS.length} checks of what clients know are right.`)
    report.push(
      ...unknown.map((check) => `Wrong: ${check.name}: ${check.fault(known)}`),
      gateReport(verdicts),
      wrongCallsReport(wrong),
      NOT_MEASURED,
    )
  }
} finally {
  await place.close()
}
if (recorded !== undefined) {
  const by = process.env.EVAL_MODEL ?? ''
  const file =
    process.env.EVAL_TRANSCRIPT ?? fileURLToPath(new URL(`../transcripts/${fileNameOf(by)}`, import.meta.url))
  await writeTranscripts(file, { by, questions: transcripts })
  report.push(`The transcripts are in ${file}.`)
}
console.log([table(results), ...report].join('\n'))
process.exitCode = isRight ? 0 : 1
