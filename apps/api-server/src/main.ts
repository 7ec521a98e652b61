#!/usr/bin/env node
import { loadEnvironmentFiles } from '@footfall/operate/environment-file'
import { requireSupportedNode } from '@footfall/operate/node-version'

requireSupportedNode('footfall-server')
loadEnvironmentFiles('footfall-server')
await import('./start.ts')
