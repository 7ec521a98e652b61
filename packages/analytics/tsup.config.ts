import { defineConfig } from 'tsup'
import { base } from '../../tsup.base.ts'

/** `node:sqlite` has no name without its prefix, which the builder would otherwise cut off. */
export default defineConfig({ ...base, removeNodeProtocol: false })
