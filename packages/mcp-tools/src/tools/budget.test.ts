import { gzipSync } from 'node:zlib'
import { OPERATIONS } from '@footfall/operations'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { TOOLS } from './prepared-tools.ts'

const KIB = 1024

describe('the list of all tools', () => {
  const tools = TOOLS.map(({ listed }) => listed)

  it('has every operation that machines may call, in the order of the interface', () => {
    expect(tools.map(({ name }) => name)).toEqual(OPERATIONS.map(({ name }) => name))
  })

  it('takes at most 40 KiB on the way', () => {
    expect(gzipSync(JSON.stringify({ tools })).byteLength).toBeLessThanOrEqual(40 * KIB)
  })

  it('costs a model at most 12,000 tokens: names, descriptions and input schemas', () => {
    const read = tools.map(({ name, description, inputSchema }) => ({ name, description, parameters: inputSchema }))
    const tokens = encode(JSON.stringify(read)).length
    expect(tokens).toBeLessThanOrEqual(12_000)
    // Where it stands, so that a description which doubles the price is noticed.
    expect(tokens).toBeGreaterThan(5_000)
  })

  it('says of every argument at the top what it is, where its name does not', () => {
    for (const { name, inputSchema } of tools) {
      const properties = (inputSchema.properties ?? {}) as Record<string, { description?: string }>
      for (const argument of ['product', 'cursor', 'limit', 'confirm', 'idempotency_key', 'revision', 'from', 'to']) {
        if (argument in properties) expect({ name, argument, ...properties[argument] }).toHaveProperty('description')
      }
    }
  })
})
