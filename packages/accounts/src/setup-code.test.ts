import { expect, it } from 'vitest'
import { setupCode } from './index.ts'

const code = (byte: number) => setupCode(new Uint8Array(32).fill(byte))

it('derives the setup code from the key, the same in every process', () => {
  expect(code(1).text).toMatch(/^[A-HJ-NP-Z2-9]{5}(-[A-HJ-NP-Z2-9]{5}){3}$/)
  expect(code(1).text).toBe(code(1).text)
  expect(code(2).text).not.toBe(code(1).text)
})

it('accepts the setup code in any case, with any spaces and hyphens, and nothing else', () => {
  const { text, matches } = code(1)
  for (const given of [text, text.toLowerCase(), text.replaceAll('-', ''), ` ${text.replaceAll('-', ' ')}\n`])
    expect(matches(given)).toBe(true)
  for (const given of ['', text.slice(1), `${text}A`, code(2).text, '\u0000', 'ß'.repeat(20)])
    expect(matches(given)).toBe(false)
})
