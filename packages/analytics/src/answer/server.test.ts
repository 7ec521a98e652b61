import { type ClickHouseHttp, startClickHouseHttp } from '@footfall/testkit'
import { createSchema, type Engine, openEngine } from '@footfall/warehouse'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Oracle, openOracle } from '../test-support/oracle.ts'
import { askings, questions, runs } from '../test-support/questions.ts'

let server: ClickHouseHttp
let engine: Engine
let oracle: Oracle
beforeAll(async () => {
  server = await startClickHouseHttp()
  engine = await openEngine({ remote: { url: server.url } })
  await createSchema(engine)
  oracle = await openOracle(engine, 200)
})
afterAll(async () => {
  await engine.close()
  await server.stop()
})

it('a ClickHouse server returns what plain TypeScript computes from the same rows', async () => {
  await fc.assert(
    fc.asyncProperty(questions(oracle.source), askings, async (query, asking) => {
      expect(await oracle.differences(asking, query)).toEqual([])
    }),
    runs(40),
  )
})
