import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { EngineAnswer, EngineAsked, EngineWork } from '../data/engine-process.ts'

const PROCESS = join(import.meta.dirname, '../data/engine-process.ts')

export interface EngineResult {
  readonly rows: readonly unknown[]
  /** Of all threads of the process. */
  readonly processorMs: number
}

export interface EngineProcess {
  /** Rejects if the work fails, or if the process has ended. */
  ask(work: EngineWork): Promise<EngineResult>
  /** Stops the process where it is, as a machine that does not respond. */
  pause(): void
  resume(): void
  /** Ends it without warning, as a machine that is gone. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Starts an engine on a directory, in a separate process. */
export async function startEngineProcess(directory: string): Promise<EngineProcess> {
  const child = fork(PROCESS, [directory], { execArgv: ['--conditions=footfall-source'] })
  const waiting = new Map<number, { resolve(result: EngineResult): void; reject(error: Error): void }>()
  const ended = once(child, 'exit').then(([code]) => {
    for (const each of waiting.values()) each.reject(new Error(`The process of the engine ended with ${code}.`))
    waiting.clear()
  })
  await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error('The process of the engine did not start.'))),
  ])
  child.on('message', (answer: EngineAnswer) => {
    const turn = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('failure' in answer) turn?.reject(new Error(answer.failure))
    else turn?.resolve(answer)
  })
  let last = 0
  return {
    ask: (work) =>
      new Promise((resolve, reject) => {
        if (child.exitCode !== null || child.signalCode !== null) {
          reject(new Error('The process of the engine has ended.'))
          return
        }
        const asked: EngineAsked = { id: ++last, work }
        waiting.set(asked.id, { resolve, reject })
        child.send(asked)
      }),
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
