import { servicesOn, type TestEngine, testEngine } from '@footfall/operations/test-support'
import type { TestDatabase } from '@footfall/testkit'
import { afterAll, beforeAll } from 'vitest'
import { type Served, serve, type TestServices } from './test-support.ts'

/** The service of a suite, on a real engine. Call it inside `describe`; what it returns works inside hooks and tests. */
export function serveSuite(database: TestDatabase, services: Partial<TestServices> = {}) {
  let running: { readonly engine: TestEngine; readonly served: Served } | undefined
  beforeAll(async () => {
    const engine = await testEngine()
    const served = await serve({ ...servicesOn(database), ...(await engine.services(database)), ...services })
    running = { engine, served }
  })
  afterAll(async () => {
    await running?.served.close()
    await running?.engine.close()
  })
  const current = () => {
    if (!running) throw new Error('The service exists only while hooks and tests run.')
    return running
  }
  return {
    get url() {
      return current().served.url
    },
    get logged() {
      return current().served.logged
    },
    post: (...given: Parameters<Served['post']>) => current().served.post(...given),
    ask: (...given: Parameters<Served['ask']>) => current().served.ask(...given),
    call: (...given: Parameters<Served['call']>) => current().served.call(...given),
    rest: (...given: Parameters<Served['rest']>) => current().served.rest(...given),
    /** Writes collected events to the engine. */
    flush: () => current().engine.flush(),
  }
}
