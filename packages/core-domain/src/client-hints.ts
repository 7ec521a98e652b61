import { type ClientHints, HINT_BRANDS_MAX, HINT_LENGTH_MAX } from './collected.ts'

/** The headers that browsers send without being asked: https://wicg.github.io/ua-client-hints/ */
export interface ClientHintHeaders {
  /** `Sec-CH-UA`, such as `"Chromium";v="142", "Brave";v="142"`. */
  readonly brands: string | undefined
  /** `Sec-CH-UA-Mobile`: `?0` or `?1`. */
  readonly mobile: string | undefined
  /** `Sec-CH-UA-Platform`, such as `"Windows"`. */
  readonly platform: string | undefined
}

/** Longer headers are cut. */
const HEADER_LENGTH_MAX = 1024
const BRAND = /(?:^|,) ?"((?:[^"\\]|\\.)*)"(?:;v="(?:(\d{1,5})(?:\.[^"]*)?|[^"]*)")?/g

/** The hints of the headers; undefined where no brand is sent. What exceeds the limits of hints is left out. */
export function clientHintsOf({ brands, mobile, platform }: ClientHintHeaders): ClientHints | undefined {
  if (brands === undefined) return undefined
  const named = [...brands.slice(0, HEADER_LENGTH_MAX).matchAll(BRAND)]
    .map(([, name = '', version]) => (version === undefined ? unescaped(name) : `${unescaped(name)} ${version}`))
    .filter((brand) => brand.length <= HINT_LENGTH_MAX)
    .slice(0, HINT_BRANDS_MAX)
  if (named.length === 0) return undefined
  const system = platform?.slice(0, HEADER_LENGTH_MAX).replaceAll(/^"|"$/g, '')
  return {
    brands: named,
    ...((mobile === '?0' || mobile === '?1') && { mobile: mobile === '?1' }),
    ...(system !== undefined && system.length <= HINT_LENGTH_MAX && { platform: system }),
  }
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, '$1')
}
