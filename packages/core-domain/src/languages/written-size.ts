import type { TextsIn } from './texts-in.ts'

const UNITS = [
  ['status.tebibytes', 1024 ** 2],
  ['status.gibibytes', 1024],
] as const

/** Bytes in the largest unit that gives at least one. Mebibytes are rounded up, so that little is not nothing. */
export function writtenSize({ say }: Pick<TextsIn, 'say'>, bytes: number): string {
  const mebibytes = Math.ceil(bytes / 1024 ** 2)
  const [unit, of] = UNITS.find(([, of]) => mebibytes >= of) ?? ['status.mebibytes', 1]
  return say(unit, { size: Math.round((mebibytes / of) * 10) / 10 })
}
