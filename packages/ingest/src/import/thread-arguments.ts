const KEEP_STRIPPED = 'data:text/javascript,import { enableCompileCache } from "node:module"; enableCompileCache()'

/**
 * The arguments of Node for a thread whose code is in a file with this extension. Of one from the sources, Node keeps the code without its
 * types: it strips types with WebAssembly, which each thread would make and free, and V8 ends the process now and then where threads do
 * so time and again (https://github.com/nodejs/node/issues/64500).
 */
export function threadArguments(extension: string): string[] {
  return extension === '.ts' ? ['--conditions=footfall-source', '--import', KEEP_STRIPPED] : []
}
