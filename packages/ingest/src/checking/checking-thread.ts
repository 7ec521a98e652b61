import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { InvalidRequest } from '@footfall/core-domain'
import { giveWay } from '../import/give-way.ts'
import type { ReadProgress } from '../import/progress.ts'
import { earlierFrom } from '../vendor-exports/earlier-days.ts'
import { NO_EVENT_FILES, openEventFiles } from '../vendor-exports/event-files.ts'
import { parquetTool } from '../vendor-exports/files/parquet-entry.ts'
import { memoryGuard } from '../vendor-exports/memory-guard.ts'
import { exportSummary, readExport } from '../vendor-exports/read-export.ts'
import { recognizeFile } from '../vendor-exports/recognize.ts'
import { writeDays } from '../vendor-exports/store-export.ts'
import type { CheckJob, ExportJob, FromThread, Question, ToThread } from './check-job.ts'
import { checkText } from './check-text.ts'

/** A thread that reads and checks one file and returns what it would bring. It can be ended at any moment. */
const job: CheckJob = workerData

if (parentPort !== null) {
  giveWay()
  await check(parentPort)
}

async function check(port: MessagePort): Promise<void> {
  const send = (message: FromThread) => port.postMessage(message)
  try {
    send({ kind: 'checked', checked: await checkedIn(port, send) })
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error
    send({ kind: 'rejected', errors: error.errors })
  }
}

function checkedIn(port: MessagePort, send: (message: FromThread) => void) {
  const onProgress = (progress: ReadProgress) => send({ kind: 'progress', progress })
  switch (job.kind) {
    case 'events':
      return checkText(job, onProgress)
    case 'export':
      return checkExport(job, asking(port, send), onProgress)
    case 'recognition':
      return recognizeFile(job.file)
  }
}

type Ask = (question: Question) => Promise<readonly string[]>

async function checkExport(job: ExportJob, ask: Ask, onProgress: (progress: ReadProgress) => void) {
  const { earlier, directory, nowMs, storedFor, memoryBytesMax } = job
  const read = await readExport({
    ...job,
    clock: { now: () => nowMs },
    earlier: earlierFrom(earlier, (day, after) => ask({ ask: 'earlier ids', day, after })),
    tools: parquetTool(async (parquet, json) => void (await ask({ ask: 'parquet', parquet, json })), directory),
    files: storedFor === undefined ? NO_EVENT_FILES : await openEventFiles(directory, storedFor.freeBytesMin),
    guard: memoryGuard(memoryBytesMax),
    onProgress,
  })
  const stored = storedFor && { ...storedFor, source: read.source }
  const dayFiles = stored === undefined ? 0 : await writeDays(directory, stored, read.days.all())
  return { ...exportSummary(read), dayFiles }
}

function asking(port: MessagePort, send: (message: FromThread) => void): Ask {
  const waiting = new Map<number, { resolve(ids: readonly string[]): void; reject(error: Error): void }>()
  let asked = 0
  port.on('message', (message: ToThread) => {
    const turn = waiting.get(message.id)
    waiting.delete(message.id)
    if ('ids' in message) turn?.resolve(message.ids)
    else turn?.reject(new InvalidRequest(message.rejected))
  })
  return (question) =>
    new Promise((resolve, reject) => {
      const id = asked++
      waiting.set(id, { resolve, reject })
      send({ kind: 'question', id, question })
    })
}
