import {
  type Analytics,
  CallerGone,
  Overloaded,
  ProductId,
  type ReportCaller,
  type Reports,
} from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import type { Engine } from '@footfall/warehouse'
import { engineShare, testEngine } from '@footfall/warehouse/test-support'
import { describe, expect, it } from 'vitest'
import { memoryVersions } from '../cache/cache.ts'
import { testScope } from '../test-support/scope.ts'
import { createAnalytics } from './create-analytics.ts'

const engine = testEngine()

const scope = testScope(ProductId.parse('prd_answering'))
const open = (options: Partial<Parameters<typeof createAnalytics>[0]> = {}) =>
  createAnalytics({
    engine,
    clock: settableClock('2026-11-20T12:00:30.000Z'),
    versions: memoryVersions(),
    reportsPerPerson: 2,
    ...options,
  })

/** Does work with the reports of one request, as `execute` does. */
async function answering<T>(
  analytics: Analytics,
  caller: ReportCaller,
  work: (reports: Reports) => Promise<T>,
): Promise<T> {
  const { reports, end } = analytics.forCaller(caller)
  try {
    return await work(reports)
  } finally {
    end()
  }
}

describe('reports of one request', () => {
  /** Begins the work of a request that has a report made and then goes on until it is ended. */
  async function begin(analytics: ReturnType<typeof open>, account: string) {
    const { promise: going, resolve: end } = Promise.withResolvers<void>()
    const { promise: made, resolve: has, reject } = Promise.withResolvers<void>()
    const work = answering(analytics, { share: engineShare(account) }, async (reports) => {
      await reports.evidence(scope)
      has()
      await going
    })
    work.catch(reject)
    await made
    return async () => {
      end()
      await work
    }
  }

  it('runs as many reports at once as a share may have, and lets the next one wait', async () => {
    const analytics = open()
    const ends = [await begin(analytics, 'acc_a'), await begin(analytics, 'acc_a')]
    const order: string[] = []
    const third = begin(analytics, 'acc_a').then((end) => {
      order.push('third')
      return end
    })
    await (await begin(analytics, 'acc_b'))()
    order.push('another share')
    await ends[0]?.()
    await (await third)()
    await ends[1]?.()
    expect(order).toEqual(['another share', 'third'])
  })

  it('rejects a report that has waited too long, with a time to retry', async () => {
    const analytics = open({ waitMs: 5 })
    const ends = [await begin(analytics, 'acc_a'), await begin(analytics, 'acc_a')]
    const rejected = answering(analytics, { share: engineShare('acc_a') }, (reports) => reports.evidence(scope))
    await expect(rejected).rejects.toThrow(Overloaded)
    await expect(rejected).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 5 })
    for (const end of ends) await end()
  })

  it('counts all reports of one request as one slot', async () => {
    const analytics = open({ reportsPerPerson: 1, waitMs: 5 })
    const made = await answering(analytics, { share: engineShare('acc_a') }, (reports) =>
      Promise.all([reports.evidence(scope), reports.health(scope), reports.realtime(scope)]),
    )
    expect(made).toHaveLength(3)
  })

  it('does not limit the service’s own reports, or any reports if the limit is switched off', async () => {
    const off = open({ reportsPerPerson: 0 })
    const ends = await Promise.all(Array.from({ length: 20 }, () => begin(off, 'acc_a')))
    for (const end of ends) await end()
    const on = open({ reportsPerPerson: 1, waitMs: 5 })
    const end = await begin(on, 'acc_a')
    await on.evidence(scope)
    await end()
  })

  it('lets other work of the process run between the reports of one account, also when they are cached', async () => {
    const analytics = open({ reportsPerPerson: 0 })
    const ask = () => answering(analytics, { share: engineShare('acc_a') }, (reports) => reports.catalog(scope))
    await ask()
    let turns = 0
    let isDone = false
    const count = () => {
      turns++
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    await Promise.all(Array.from({ length: 20 }, ask))
    isDone = true
    expect(turns).toBeGreaterThanOrEqual(19)
  })

  it('uses no slot for a request that makes no report', async () => {
    const analytics = open({ reportsPerPerson: 1, waitMs: 5 })
    const end = await begin(analytics, 'acc_a')
    let kept: Reports | undefined
    const asked = answering(analytics, { share: engineShare('acc_b') }, async (reports) => {
      kept = reports
      return 'no report'
    })
    expect(await asked).toBe('no report')
    await expect(kept?.evidence(scope)).rejects.toThrow(CallerGone)
    expect(await answering(analytics, { share: engineShare('acc_a') }, async () => 'no report')).toBe('no report')
    await end()
  })

  it('releases the slot of a request whose work fails', async () => {
    const analytics = open({ reportsPerPerson: 1, waitMs: 5 })
    const failing = answering(analytics, { share: engineShare('acc_a') }, async (reports) => {
      await reports.evidence(scope)
      throw new Error('broken')
    })
    await expect(failing).rejects.toThrow('broken')
    await (await begin(analytics, 'acc_a'))()
  })

  it('stops reports in the engine when their caller leaves, and when the work ends before them', async () => {
    const signals: (AbortSignal | undefined)[] = []
    let begun = Promise.withResolvers<void>()
    const endless: Engine = {
      ...engine,
      rows: (_sql, options) => {
        signals.push(options?.signal)
        begun.resolve()
        return new Promise((_resolve, reject) => {
          options?.signal?.addEventListener('abort', () => reject(new CallerGone()))
        })
      },
    }
    const analytics = open({ engine: endless })
    const leaving = new AbortController()
    const asked = answering(analytics, { share: engineShare('acc_a'), signal: leaving.signal }, (reports) =>
      reports.health(scope),
    )
    await begun.promise
    leaving.abort()
    await expect(asked).rejects.toThrow(CallerGone)
    expect(signals.length).toBeGreaterThan(1)
    expect(signals.every((signal) => signal?.aborted)).toBe(true)

    signals.length = 0
    begun = Promise.withResolvers<void>()
    let late: Promise<unknown> | undefined
    let kept: Reports | undefined
    await answering(analytics, { share: engineShare('acc_a') }, async (reports) => {
      kept = reports
      late = reports.evidence(scope).catch((error: unknown) => error)
      await begun.promise
    })
    expect(await late).toBeInstanceOf(CallerGone)
    expect(signals.every((signal) => signal?.aborted)).toBe(true)
    await expect(kept?.evidence(scope)).rejects.toThrow(CallerGone)
  })
})
