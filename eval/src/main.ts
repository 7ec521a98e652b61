import { mcpClient } from './place/mcp-client.ts'
import { openPlace } from './place/place.ts'
import { QUESTIONS } from './questions/all.ts'
import { askScripted } from './scoring/ask-scripted.ts'
import type { Result } from './scoring/result.ts'
import { table } from './scoring/table.ts'

const place = await openPlace()
const client = mcpClient(place)
const results: Result[] = []
try {
  for (const question of QUESTIONS) results.push(await askScripted(question, client, place))
} finally {
  await place.close()
}
console.log(table(results))
process.exitCode = results.every(({ faults }) => faults.length === 0) ? 0 : 1
