#!/usr/bin/env node
import { requireSupportedNode } from '@footfall/runtime/node-version'

requireSupportedNode('footfall-mcp')
await import('./start.ts')
