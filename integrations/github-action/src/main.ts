import { randomUUID } from 'node:crypto'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { runPost, runStep } from './run.ts'
import { runnerOf } from './runner.ts'

const { env } = process
const runner = runnerOf(env, (line) => process.stdout.write(`${line}\n`), randomUUID)
const sleep = async (ms: number, signal?: AbortSignal) => {
  await setTimeout(ms, undefined, signal === undefined ? {} : { signal })
}
const dependencies = { env, runner, fetch: globalThis.fetch, now: Date.now, sleep }

try {
  // The runner starts the same file before and after the rest of the job.
  const isPost = runner.kept('isPost') === 'true'
  if (!isPost) runner.keep('isPost', 'true')
  await (isPost ? runPost(dependencies) : runStep(dependencies))
} catch (error) {
  runner.fail(error instanceof Error ? error.message : 'The step failed.')
  process.exitCode = 1
}
