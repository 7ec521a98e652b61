#!/usr/bin/env node
import process from 'node:process'
import { keepCompiledCode } from '@footfall/operate/compiled-code'
import { loadEnvironmentFiles } from '@footfall/operate/environment-file'
import { requireSupportedNode } from '@footfall/operate/node-version'
import { reserveThreads } from '@footfall/operate/thread-pool'

requireSupportedNode('footfall')
loadEnvironmentFiles('footfall')
keepCompiledCode()
reserveThreads()

/** `footfall serve` is the service and `footfall mcp` the MCP endpoint or bridge; everything else is the operator's command. */
const [command] = process.argv.slice(2)
if (command === 'serve' || command === 'mcp') process.argv.splice(2, 1)
if (command === 'serve') await import('../../api-server/src/start.ts')
else if (command === 'mcp') await import('../../mcp-server/src/start.ts')
else await import('../../admin-cli/src/start.ts')
