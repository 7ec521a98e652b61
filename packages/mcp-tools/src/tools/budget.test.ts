import { gzipSync } from 'node:zlib'
import { MCP_OPERATIONS, OPERATIONS, toolsetOf } from '@footfall/operations'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { TOOLS } from '../footfall/tools.ts'
import type { ListedTool } from './prepared-tools.ts'

const KIB = 1024

describe('the list of all tools', () => {
  const named = (isContent: boolean) =>
    TOOLS.filter(({ operation }) => (toolsetOf(operation) === 'content') === isContent).map(({ listed }) => listed)
  const tools = named(false)
  const content = named(true)
  const tokensOf = (list: readonly ListedTool[]) =>
    encode(
      JSON.stringify(
        list.map(({ name, description, inputSchema }) => ({ name, description, parameters: inputSchema })),
      ),
    ).length

  it('the list has every operation that machines may call, in the order of the interface', () => {
    expect(tools.map(({ name }) => name)).toEqual(OPERATIONS.map(({ name }) => name))
  })

  it('the toolset of content has exactly thirteen tools, which cost a model at most 3,800 tokens', () => {
    expect([...tools, ...content].map(({ name }) => name)).toEqual(MCP_OPERATIONS.map(({ name }) => name))
    expect(content).toHaveLength(13)
    expect(tokensOf(content)).toBeLessThanOrEqual(3_800)
  })

  it('the list is at most 17 KiB when compressed', () => {
    expect(gzipSync(JSON.stringify({ tools })).byteLength).toBeLessThanOrEqual(17 * KIB)
  })

  it('the list costs a model at most 8,600 tokens for names, descriptions and input schemas', () => {
    const tokens = tokensOf(tools)
    expect(tokens).toBeLessThanOrEqual(8_600)
    // Where it stands, so that a description which doubles the price is noticed.
    expect(tokens).toBeGreaterThan(4_000)
  })

  it('the tools of analytics cost a model at most 3,200 tokens', () => {
    const analytics = tools.filter(({ name }) =>
      /^service_(products_(list|get)|analytics_\w+|diagnostics_\w+)$/.test(name),
    )
    expect(analytics).toHaveLength(14)
    expect(tokensOf(analytics)).toBeLessThanOrEqual(3_200)
  })

  it('describes every argument of every tool', () => {
    const undescribed = [...tools, ...content].flatMap(({ name, inputSchema }) =>
      Object.entries((inputSchema.properties ?? {}) as Record<string, { description?: string }>)
        .filter(([, { description }]) => description === undefined)
        .map(([argument]) => `${name} ${argument}`),
    )
    expect(undescribed).toEqual([])
  })

  it('an output schema has each larger part once, and every reference leads to one', () => {
    for (const { name, outputSchema } of [...tools, ...content]) {
      const text = JSON.stringify(outputSchema)
      const references = [...text.matchAll(/"#\/\$defs\/(\w+)"/g)].map(([, definition]) => definition)
      const { $defs = {} } = outputSchema as { $defs?: object }
      expect({ name, definitions: Object.keys($defs).sort() }).toEqual({
        name,
        definitions: [...new Set(references)].sort(),
      })
      for (const definition of Object.values($defs)) {
        expect({ name, times: text.split(JSON.stringify(definition)).length - 1 }).toEqual({ name, times: 1 })
      }
    }
  })
})
