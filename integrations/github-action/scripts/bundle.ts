import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { BUNDLE, bundled } from './bundled.ts'

mkdirSync(dirname(BUNDLE), { recursive: true })
writeFileSync(BUNDLE, await bundled())
