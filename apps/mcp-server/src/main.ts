#!/usr/bin/env node
import { loadEnvironmentFiles } from '@footfall/operate/environment-file'
import { requireSupportedNode } from '@footfall/operate/node-version'

requireSupportedNode('footfall-mcp')
loadEnvironmentFiles('footfall-mcp')
await import('./start.ts')
