#!/usr/bin/env node
import { keepCompiledCode } from '@footfall/operate/compiled-code'
import { loadEnvironmentFiles } from '@footfall/operate/environment-file'
import { requireSupportedNode } from '@footfall/operate/node-version'

requireSupportedNode('footfall-mcp')
loadEnvironmentFiles('footfall-mcp')
keepCompiledCode()
await import('./start.ts')
