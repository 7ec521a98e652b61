#!/usr/bin/env node
import { requireSupportedNode } from '@footfall/operate/node-version'

requireSupportedNode('footfall-mcp')
await import('./start.ts')
