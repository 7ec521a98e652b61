import { iso31662 } from 'iso-3166'

const NAMES: ReadonlyMap<string, string> = new Map(iso31662.map(({ code, name }) => [code, name]))

/** The name of a region by its ISO 3166-2 code, as the standard writes it; undefined for anything else. */
export function regionName(code: string): string | undefined {
  return NAMES.get(code)
}
