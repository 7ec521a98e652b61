#!/usr/bin/env node
import { requireSupportedNode } from '@footfall/operate/node-version'

requireSupportedNode('footfall-server')
await import('./start.ts')
