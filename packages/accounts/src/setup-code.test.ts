import { expect, it } from 'vitest'
import { setupCode } from './index.ts'

const code = (byte: number) => setupCode(new Uint8Array(32).fill(byte))

it('the setup code is the same in every process with the same key, and another under another key', () => {
  expect(code(1).text).toMatch(/^[A-HJ-NP-Z2-9]{5}(-[A-HJ-NP-Z2-9]{5}){3}$/)
  expect(code(1).text).toBe(code(1).text)
  expect(code(2).text).not.toBe(code(1).text)
})

it('the setup code is taken however it is spaced and spelled, and nothing else is', () => {
  const { text, matches } = code(1)
  for (const given of [text, text.toLowerCase(), text.replaceAll('-', ''), ` ${text.replaceAll('-', ' ')}\n`])
    expect(matches(given)).toBe(true)
  for (const given of ['', text.slice(1), `${text}A`, code(2).text, '\u0000', 'ß'.repeat(20)])
    expect(matches(given)).toBe(false)
})
