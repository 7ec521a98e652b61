import type { Shields } from '../../../api/types.ts'
import { linesOf, patternsOf } from '../lines.ts'
import { countryName } from './country-names.ts'

/** Shields as they are typed. */
export interface ShieldValues {
  readonly addresses: readonly AddressRow[]
  readonly countries: readonly string[]
  readonly paths: string
  readonly hostnameMode: Shields['hostnames']['mode']
  readonly hostnames: string
  readonly referrers: string
}

export interface AddressRow {
  /** Tells it from the others while it is typed. */
  readonly key: string
  readonly cidr: string
  readonly note: string
}

export function typedShields({ addresses, countries, paths, hostnames, referrers }: Shields): ShieldValues {
  return {
    addresses: addresses.map(({ cidr, note = '' }) => ({ key: cidr, cidr, note })),
    countries: countries.map(({ code }) => code),
    paths: linesOf(paths.map(({ pattern }) => pattern)),
    hostnameMode: hostnames.mode,
    hostnames: linesOf(hostnames.patterns),
    referrers: linesOf(referrers.map(({ pattern }) => pattern)),
  }
}

/** The rows that say something. */
export function filledAddresses(addresses: readonly AddressRow[]): readonly AddressRow[] {
  return addresses.filter(({ cidr, note }) => cidr.trim() !== '' || note.trim() !== '')
}

/** As the service takes them. */
export function shieldsOf(values: ShieldValues) {
  const pattern = (text: string) => ({ pattern: text })
  return {
    addresses: filledAddresses(values.addresses).map(({ cidr, note }) => ({
      cidr,
      ...(note.trim() !== '' && { note }),
    })),
    countries: values.countries.map((code) => ({ code })),
    paths: patternsOf(values.paths).map(pattern),
    hostnames: { mode: values.hostnameMode, patterns: [...patternsOf(values.hostnames)] },
    referrers: patternsOf(values.referrers).map(pattern),
  }
}

/** The shields in words, line by line; for who may only look, and to compare two versions. */
export function shieldWords(values: ShieldValues) {
  const words = (list: readonly string[]) => list.join('\n') || 'none'
  return [
    {
      label: 'Addresses',
      value: words(
        filledAddresses(values.addresses).map(({ cidr, note }) => (note.trim() === '' ? cidr : `${cidr} (${note})`)),
      ),
    },
    { label: 'Countries', value: words(values.countries.map(countryName)) },
    { label: 'Paths', value: words(patternsOf(values.paths)) },
    { label: 'Hostnames', value: hostnameWords(values) },
    { label: 'Referrers', value: words(patternsOf(values.referrers)) },
  ]
}

function hostnameWords({ hostnameMode, hostnames }: ShieldValues): string {
  const patterns = patternsOf(hostnames)
  if (patterns.length === 0) return 'all counted'
  return [hostnameMode === 'allow' ? 'only these are counted:' : 'these are not counted:', ...patterns].join('\n')
}
