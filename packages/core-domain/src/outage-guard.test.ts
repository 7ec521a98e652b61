import { describe, expect, it } from 'vitest'
import { NotFound, ServiceUnavailable } from './errors.ts'
import { outageGuard } from './outage-guard.ts'

function guarded(timeoutMs = 60_000) {
  let now = 0
  let calls = 0
  const guard = outageGuard({ clock: { now: () => now }, store: 'control_database', timeoutMs })
  return {
    calls: () => calls,
    advance(ms: number) {
      now += ms
    },
    call: (answer: () => Promise<string>) =>
      guard(() => {
        calls++
        return answer()
      }),
  }
}
const works = async () => 'answer'
const away = async () => {
  throw new ServiceUnavailable()
}

describe('the outage guard', () => {
  it('the outage guard passes results while the store responds', async () => {
    const { call, calls } = guarded()
    expect(await call(works)).toBe('answer')
    expect(await call(works)).toBe('answer')
    expect(calls()).toBe(2)
  })

  it('fails calls at once after a failure of the store, tries it once a second, and passes calls after a success', async () => {
    const { call, calls, advance } = guarded()
    await expect(call(away)).rejects.toBeInstanceOf(ServiceUnavailable)
    await expect(call(works)).rejects.toBeInstanceOf(ServiceUnavailable)
    expect(calls()).toBe(1)
    advance(1_000)
    const [first, second] = await Promise.allSettled([call(works), call(works)])
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected'])
    expect(await call(works)).toBe('answer')
    expect(calls()).toBe(3)
  })

  it('keeps failing calls at once when the next try of the store fails too', async () => {
    const { call, calls, advance } = guarded()
    await expect(call(away)).rejects.toBeInstanceOf(ServiceUnavailable)
    advance(1_000)
    await expect(call(away)).rejects.toBeInstanceOf(ServiceUnavailable)
    advance(999)
    await expect(call(works)).rejects.toBeInstanceOf(ServiceUnavailable)
    expect(calls()).toBe(2)
  })

  it('counts a call without a response in time as a failure of the store', async () => {
    const { call, calls } = guarded(1)
    await expect(call(() => new Promise(() => {}))).rejects.toBeInstanceOf(ServiceUnavailable)
    await expect(call(works)).rejects.toBeInstanceOf(ServiceUnavailable)
    expect(calls()).toBe(1)
  })

  it('does not count a domain error or a bug as an outage', async () => {
    const { call } = guarded()
    await expect(call(() => Promise.reject(new NotFound()))).rejects.toBeInstanceOf(NotFound)
    await expect(call(() => Promise.reject(new TypeError('bug')))).rejects.toBeInstanceOf(TypeError)
    expect(await call(works)).toBe('answer')
  })

  it('tries the store again when the clock is set back', async () => {
    const { call, advance } = guarded()
    await expect(call(away)).rejects.toBeInstanceOf(ServiceUnavailable)
    advance(-3_600_000)
    expect(await call(works)).toBe('answer')
  })
})
