#!/usr/bin/env node
import { requireSupportedNode } from '@footfall/runtime/node-version'

requireSupportedNode('footfall')
await import('./start.ts')
