import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { registryText } from './registry.ts'

// The operations themselves are not loaded here: a registry that names a file that is gone must not keep this from running.
const source = join(import.meta.dirname, '../../../packages/operations/src')
writeFileSync(join(source, 'registry.ts'), registryText(join(source, 'features')))
