const KEEP_STRIPPED = 'data:text/javascript,import { enableCompileCache } from "node:module"; enableCompileCache()'

/**
 * Starts a thread from the sources. Node keeps them without their types: it strips types with WebAssembly, which each thread would make and
 * free, and V8 ends the process now and then where threads do so time and again (https://github.com/nodejs/node/issues/64500).
 */
export const FROM_SOURCES: readonly string[] = ['--conditions=footfall-source', '--import', KEEP_STRIPPED]
