import type { Dice } from './dice.ts'

/** Networks of consumers: weight, country, first two bytes of the address, language. Nothing is sent to them. */
export const NETWORKS: readonly (readonly [number, string, string, string])[] = [
  [23, 'DE', '93.192', 'de-DE'],
  [17, 'US', '73.10', 'en-US'],
  [9, 'GB', '86.150', 'en-GB'],
  [7, 'FR', '90.10', 'fr-FR'],
  [4, 'NL', '84.24', 'nl-NL'],
  [3, 'AT', '77.116', 'de-AT'],
  [3, 'CH', '178.192', 'de-CH'],
  [3, 'ES', '83.40', 'es-ES'],
  [3, 'IT', '79.10', 'it-IT'],
  [2, 'PL', '83.10', 'pl-PL'],
  [2, 'SE', '78.70', 'sv-SE'],
  [1, 'DK', '80.160', 'da-DK'],
  [7, 'IN', '117.200', 'en-IN'],
  [4, 'CA', '70.50', 'en-CA'],
  [3, 'BR', '177.50', 'pt-BR'],
  [3, 'JP', '126.10', 'ja-JP'],
  [2, 'AU', '1.120', 'en-AU'],
  [1, 'KR', '175.200', 'ko-KR'],
  [1, 'ZA', '105.10', 'en-ZA'],
  [1, 'MX', '187.130', 'es-MX'],
]

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

/** Browsers: weight, user agent, width of the window in CSS pixels. */
const BROWSERS: readonly (readonly [number, string, number])[] = [
  [20, `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`, 1920],
  [11, `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`, 1440],
  [4, `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`, 1920],
  [
    8,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    1440,
  ],
  [7, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0', 1920],
  [4, 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 1280],
  [6, `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 1440],
  [
    20,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    393,
  ],
  [15, `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36`, 412],
  [
    4,
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    820,
  ],
]

export interface Person {
  readonly address: string
  readonly country: string
  readonly language: string
  readonly userAgent: string
  /** Of the window, in CSS pixels. */
  readonly width: number
}

export function personOf(dice: Dice): Person {
  const [, country, network, language] = dice.weighted(NETWORKS)
  const [, userAgent, width] = dice.weighted(BROWSERS)
  return { address: `${network}.${dice.below(256)}.${1 + dice.below(254)}`, country, language, userAgent, width }
}
