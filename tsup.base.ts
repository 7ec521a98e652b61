import type { Options } from 'tsup'

/** How every package is built, unless it has a configuration of its own: ESM for the supported Node, dependencies left to the installer. */
export const base: Options = {
  entry: ['src/index.ts'],
  format: 'esm',
  target: 'node22',
  platform: 'node',
  sourcemap: true,
  // Types are made by `tsup.types.config.ts`; a build must not take them away.
  clean: ['!**/*.d.ts'],
  dts: false,
  // node:sqlite and node:test exist under no other name.
  removeNodeProtocol: false,
}

export default base
