import { OPERATIONS, type Operation } from '@footfall/operations'
import { describe, expect, it } from 'vitest'
import { createToolSet, TOOLS } from './prepared-tools.ts'

const [first] = OPERATIONS
if (first === undefined) throw new Error('There are no operations.')
const own: Operation = { ...first, name: 'shop_orders_list' }

describe('the tools of an endpoint', () => {
  it('are those of the service where the host names none', () => {
    const tools = createToolSet()
    for (const tool of TOOLS) expect(tools.find(tool.listed.name)).toBe(tool)
    expect(tools.find(own.name)).toBeUndefined()
  })

  it('are exactly those that the host names', () => {
    const tools = createToolSet([own])
    expect(tools.find(own.name)?.operation).toBe(own)
    expect(tools.find(first.name)).toBeUndefined()
  })

  it('have each a name of its own', () => {
    expect(() => createToolSet([...OPERATIONS, { ...own, name: first.name }])).toThrow(TypeError)
  })
})
