import type { Options } from 'tsup'

/** One way to build every package: ESM for the supported Node, dependencies left to the installer. */
export const base: Options = {
  entry: ['src/index.ts'],
  format: 'esm',
  target: 'node22',
  platform: 'node',
  sourcemap: true,
  clean: true,
  dts: false,
  // node:sqlite and node:test exist under no other name.
  removeNodeProtocol: false,
}
