#!/usr/bin/env node
import { requireSupportedNode } from '@footfall/operate/node-version'

requireSupportedNode('footfall')
await import('./start.ts')
