import { expect, it } from 'vitest'
import { type OnStop, runService } from './run-service.ts'

/** Opens two parts, and notes what happens to them. */
function service(whileOpening: (part: string) => void) {
  const seen: string[] = []
  const log = { info() {}, warn() {}, error: (_: object, message?: string) => seen.push(message ?? '') }
  const open = async (onStop: OnStop) => {
    for (const part of ['store', 'engine']) {
      seen.push(`open ${part}`)
      whileOpening(part)
      onStop(async () => seen.push(`close ${part}`))
    }
    return { port: 1 }
  }
  return { seen, log, open }
}

it('a service that is stopped while it opens goes no further and closes what it has opened', async () => {
  const stopping = new AbortController()
  const { seen, log, open } = service(() => stopping.abort(new Error('asked to stop')))
  await expect(runService({ log, stopping: stopping.signal }, open)).rejects.toThrow('asked to stop')
  expect(seen).toEqual(['open store', 'close store'])
})

it('a service that is stopped after it has opened closes its parts once, the last one first', async () => {
  const stopping = new AbortController()
  const { seen, log, open } = service(() => {})
  const opened = await runService({ log, stopping: stopping.signal }, open)
  expect(opened.port).toBe(1)
  stopping.abort()
  await opened.stop()
  await opened.stop()
  expect(seen).toEqual(['open store', 'open engine', 'close engine', 'close store'])
})
