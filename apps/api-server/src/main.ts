#!/usr/bin/env node
import { requireSupportedNode } from '@footfall/runtime/node-version'

requireSupportedNode('footfall-server')
await import('./start.ts')
