import { defineConfig } from 'tsup'
import { base } from '../../tsup.base.ts'

// The published manifest names no source file, so the entry is here and not in the script.
export default defineConfig({ ...base, entry: ['src/main.ts'] })
