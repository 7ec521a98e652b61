import { settableClock } from '@footfall/testkit'
import { describe, expect, it } from 'vitest'
import { admitMessages } from './admission.ts'
import { digestOf, sign } from './signature.ts'

const key = new Uint8Array(32).fill(1)
const self = 'http://a:3000'
const request = { method: 'POST', path: '/replica/v2/events' }
const bodyDigest = digestOf(new Uint8Array())
const nonce = (n: number) => String(n).padStart(32, '0')

function replica(messagesMax?: number) {
  const clock = settableClock()
  const admit = admitMessages({ key, self, clock, ...(messagesMax === undefined ? {} : { messagesMax }) })
  const signed = (n: number, aheadMs = 0) =>
    sign(key, { ...request, recipient: self, signedAt: clock.now() + aheadMs, nonce: nonce(n), bodyDigest })
  return { clock, signed, send: (header: string) => admit(header, request) }
}

describe('messages between replicas', () => {
  it('rejects a repeated message for as long as its signature is valid, including the largest clock difference', () => {
    const { clock, signed, send } = replica()
    const ahead = signed(1, 60_000)
    expect(send(ahead)).toEqual({ bodyDigest })
    for (let waited = 0; waited <= 120_000; waited += 1_000) {
      expect(send(ahead)).toBe('rejected')
      clock.advance(1_000)
    }
  })

  it('rejects a message that was signed before this process started', () => {
    const { signed, send } = replica()
    expect(send(signed(1, -1))).toBe('rejected')
    expect(send(signed(2))).toEqual({ bodyDigest })
  })

  it('responds with busy while too many nonces are remembered, and accepts messages once they expire', () => {
    const { clock, signed, send } = replica(3)
    for (const n of [1, 2, 3]) expect(send(signed(n))).toEqual({ bodyDigest })
    expect(send(signed(4))).toBe('busy')
    expect(send(signed(1))).toBe('rejected')
    clock.advance(120_001)
    expect(send(signed(5))).toEqual({ bodyDigest })
  })

  it('accepts a message signed with any accepted key, and signs with the current one', () => {
    const clock = settableClock()
    const [old, young] = [key, new Uint8Array(32).fill(2)]
    const message = { ...request, recipient: self, signedAt: clock.now(), bodyDigest }
    const during = admitMessages({ key: [young, old], self, clock })
    expect(during(sign(old, { ...message, nonce: nonce(1) }), request)).toEqual({ bodyDigest })
    const signed = sign([young, old], { ...message, nonce: nonce(2) })
    expect(admitMessages({ key: young, self, clock })(signed, request)).toEqual({ bodyDigest })
    expect(admitMessages({ key: old, self, clock })(signed, request)).toBe('rejected')
  })

  it('does not remember rejected messages, so strangers cannot fill the memory', () => {
    const { signed, send } = replica(1)
    const forged = sign(new Uint8Array(32), {
      ...request,
      recipient: self,
      signedAt: Date.parse('2026-11-20'),
      nonce: nonce(9),
      bodyDigest,
    })
    for (let i = 0; i < 10; i++) expect(send(forged)).toBe('rejected')
    expect(send(signed(1))).toEqual({ bodyDigest })
  })
})
