#!/usr/bin/env node
import { keepCompiledCode } from '@footfall/operate/compiled-code'
import { loadEnvironmentFiles } from '@footfall/operate/environment-file'
import { requireSupportedNode } from '@footfall/operate/node-version'
import { reserveThreads } from '@footfall/operate/thread-pool'

requireSupportedNode('footfall-server')
loadEnvironmentFiles('footfall-server')
keepCompiledCode()
reserveThreads()
await import('./start.ts')
