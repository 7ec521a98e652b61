#!/usr/bin/env node
import { loadEnvironmentFiles } from '@footfall/operate/environment-file'
import { requireSupportedNode } from '@footfall/operate/node-version'
import { reserveThreads } from '@footfall/operate/thread-pool'

requireSupportedNode('footfall-server')
loadEnvironmentFiles('footfall-server')
reserveThreads()
await import('./start.ts')
