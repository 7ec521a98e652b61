import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REGISTRIES } from './registry.ts'

// What is listed is not loaded here: a registry that names a file that is gone must not keep this from running.
const root = join(import.meta.dirname, '../../..')
for (const { file, folder, textOf } of REGISTRIES) writeFileSync(join(root, file), textOf(join(root, folder)))
