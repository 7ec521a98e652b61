import {
  MCP_OPERATIONS,
  OAUTH_SCOPES,
  type Operation,
  PROBLEMS,
  type Principal,
  sessionPrincipal,
} from '@footfall/operations'
import { describe, expect, it } from 'vitest'
import { FOOTFALL_TOOLS, TOOLS } from '../footfall/tools.ts'
import { createToolSet as createToolSetOf } from './prepared-tools.ts'

const createToolSet = (operations: readonly Operation[] = MCP_OPERATIONS) =>
  createToolSetOf({
    host: { operations, problems: PROBLEMS, scopesOf: ({ scopes }: Principal) => scopes },
    tools: FOOTFALL_TOOLS,
    authorization: { scopes: { grantable: OAUTH_SCOPES, initial: [] } },
  })

const [first] = MCP_OPERATIONS
if (first === undefined) throw new Error('There are no operations.')
const own: Operation = { ...first, name: 'shop_orders_list' }

describe('the tools of an endpoint', () => {
  it('prepares each tool once, however many endpoints serve it', () => {
    const tools = createToolSet()
    for (const tool of TOOLS) expect(tools.find(tool.listed.name)).toBe(tool)
    expect(tools.find(own.name)).toBeUndefined()
  })

  it('serves exactly the tools that the host names', () => {
    const tools = createToolSet([own])
    expect(tools.find(own.name)?.operation).toBe(own)
    expect(tools.find(first.name)).toBeUndefined()
  })

  it('rejects two tools with the same name', () => {
    expect(() => createToolSet([...MCP_OPERATIONS, { ...own, name: first.name }])).toThrow(TypeError)
  })

  it('shares one list between credentials and ceilings with the same tools', () => {
    const tools = createToolSet()
    const all = { toolsets: null, readOnly: false }
    const principal = sessionPrincipal('ses_test' as never, 'acc_test' as never)
    expect(tools.within(all).listFor(principal)).toBe(tools.listFor(principal))
    const reads = tools.within({ toolsets: null, readOnly: true }).listFor(principal)
    expect(reads).not.toBe(tools.listFor(principal))
    expect(tools.within({ toolsets: null, readOnly: true }).listFor(principal)).toBe(reads)
  })

  it('finds no tool above the outer ceiling within a second one', () => {
    const analytics = createToolSet().within({ toolsets: new Set(['analytics'] as const), readOnly: false })
    expect(analytics.find('service_products_list')).toBeDefined()
    expect(analytics.find('service_team_list')).toBeUndefined()
    expect(analytics.within({ toolsets: null, readOnly: false }).find('service_team_list')).toBeUndefined()
  })
})
