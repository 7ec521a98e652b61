import { servicesOn, testEngine } from '@footfall/operations/test-support'
import type { TestDatabase } from '@footfall/testkit'
import { afterAll, beforeAll } from 'vitest'
import { type Served, serve, type TestServices } from './test-support.ts'

/** The service of a suite, on a real engine. Call it inside `describe`; what it returns works inside hooks and tests. */
export function serveSuite(database: TestDatabase, services: Partial<TestServices> = {}) {
  const engine = testEngine()
  let running: Served | undefined
  beforeAll(async () => {
    running = await serve({ ...servicesOn(database), ...(await engine.services(database)), ...services })
  })
  afterAll(() => running?.close())
  const current = () => {
    if (!running) throw new Error('The service exists only while hooks and tests run.')
    return running
  }
  return {
    get url() {
      return current().url
    },
    get logged() {
      return current().logged
    },
    post: (...given: Parameters<Served['post']>) => current().post(...given),
    ask: (...given: Parameters<Served['ask']>) => current().ask(...given),
    call: (...given: Parameters<Served['call']>) => current().call(...given),
    rest: (...given: Parameters<Served['rest']>) => current().rest(...given),
    /** Writes collected events to the engine. */
    flush: () => engine.flush(),
  }
}
