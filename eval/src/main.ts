import { askModel } from './model/ask-model.ts'
import { modelOf } from './model/model-settings.ts'
import { mcpClient } from './place/mcp-client.ts'
import { openPlace } from './place/place.ts'
import { QUESTIONS } from './questions/all.ts'
import { askScripted } from './scoring/ask-scripted.ts'
import type { Result } from './scoring/result.ts'
import { table } from './scoring/table.ts'

/** eval: asks every question, with the scripted paths or, where EVAL_MODEL_URL is set, a model. Prints a table. */
const chat = modelOf(process.env)
const place = await openPlace()
const client = mcpClient(place)
const results: Result[] = []
try {
  const known = { instructions: await client.instructions(), tools: await client.tools() }
  for (const question of QUESTIONS) {
    const asked =
      chat === undefined ? askScripted(question, client, place) : askModel(question, known, { chat, client, place })
    results.push(await asked)
  }
} finally {
  await place.close()
}
console.log(table(results))
process.exitCode = results.every(({ faults }) => faults.length === 0) ? 0 : 1
