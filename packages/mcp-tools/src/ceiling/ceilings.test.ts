import { TOOLSETS } from '@footfall/core-domain'
import { MCP_OPERATIONS, toolsetOf } from '@footfall/operations'
import { expect, it } from 'vitest'
import type { Ceiling } from '../services.ts'
import { isWithin, lowerCeiling } from './ceilings.ts'

const toolsets = { names: TOOLSETS, of: toolsetOf }
const within = (ceiling: Ceiling) => MCP_OPERATIONS.filter((operation) => isWithin(operation, ceiling, toolsets))

it('a read-only ceiling allows reads and no writes', () => {
  expect(within({ toolsets: null, readOnly: true })).toEqual(MCP_OPERATIONS.filter(({ kind }) => kind === 'read'))
})

it('two ceilings together allow what both allow', () => {
  const team = { toolsets: new Set(['team']), readOnly: false }
  const two = { toolsets: new Set(['team', 'analytics']), readOnly: true }
  const all = { toolsets: null, readOnly: false }
  expect(lowerCeiling(all, all)).toEqual(all)
  expect(lowerCeiling(all, team)).toEqual(team)
  expect(lowerCeiling(team, all)).toEqual(team)
  expect(lowerCeiling(team, two)).toEqual({ toolsets: new Set(['team']), readOnly: true })
  expect(within(lowerCeiling(team, { toolsets: new Set(['tokens']), readOnly: false }))).toEqual([])
})
