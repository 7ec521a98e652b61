import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSealer } from './sealed-text.ts'

const random = { bytes: (count: number) => new Uint8Array(randomBytes(count)) }
const key = random.bytes(32)
const sealer = createSealer(key, 'test', random)

describe('sealed text', () => {
  it.each(['', '1//0gRefresh-Token', 'ünï 🧪\n', 'x'.repeat(10_000)])(
    'decrypts sealed text to the original: %j',
    (text) => {
      const sealed = sealer.seal(text, 'a')
      expect(sealed).toMatch(/^s1\.[0-9a-f]{8}\.[\w-]+$/)
      expect(sealer.open(sealed, 'a')).toBe(text)
      expect(createSealer(key, 'test', random).open(sealed, 'a')).toBe(text)
    },
  )

  it('encrypts the same text differently each time, and leaves no plaintext in it', () => {
    const [one, two] = [sealer.seal('refresh-token', 'a'), sealer.seal('refresh-token', 'a')]
    expect(one).not.toBe(two)
    expect(one).not.toContain(Buffer.from('refresh-token').toString('base64url'))
  })

  it('rejects sealed text that was changed, or with another key, purpose or label', () => {
    const sealed = sealer.seal('text', 'product-a')
    expect(sealer.open(sealed, 'product-b')).toBeUndefined()
    expect(createSealer(key, 'other', random).open(sealed, 'product-a')).toBeUndefined()
    expect(createSealer(random.bytes(32), 'test', random).open(sealed, 'product-a')).toBeUndefined()
    const [head, body] = [sealed.slice(0, 12), Buffer.from(sealed.slice(12), 'base64url')]
    for (let i = 0; i < body.length; i++) {
      const changed = Buffer.from(body)
      changed.writeUInt8(changed.readUInt8(i) ^ 1, i)
      expect(sealer.open(head + changed.toString('base64url'), 'product-a')).toBeUndefined()
    }
    for (const other of ['', 'plain', 's1.', head, sealed.slice(0, -4)])
      expect(sealer.open(other, 'product-a')).toBeUndefined()
  })
})
