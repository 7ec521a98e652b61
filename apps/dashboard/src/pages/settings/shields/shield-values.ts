import type { Shields } from '../../../api/types.ts'
import { linesOf, patternsOf } from '../../../forms/lines.ts'
import { t } from '../../../messages/messages.ts'
import { countryName } from './country-names.ts'

/** Labels of the lists that come with the service. */
export const LIST_LABELS = {
  referrerSpam: t('settings.shields.spam'),
  dataCentres: t('settings.shields.data_centres'),
} as const

/** Values of the shield form. */
export interface ShieldValues {
  readonly addresses: readonly AddressRow[]
  readonly countries: readonly string[]
  readonly paths: string
  readonly hostnameMode: Shields['hostnames']['mode']
  readonly hostnames: string
  readonly referrers: string
  readonly referrerSpam: boolean
  readonly dataCentres: boolean
}

export interface AddressRow {
  /** Identifies the row while it is edited. */
  readonly key: string
  readonly cidr: string
  readonly note: string
}

export function toShieldValues(shields: Shields): ShieldValues {
  const { addresses, countries, paths, hostnames, referrers } = shields
  return {
    addresses: addresses.map(({ cidr, note = '' }) => ({ key: cidr, cidr, note })),
    countries: countries.map(({ code }) => code),
    paths: linesOf(paths.map(({ pattern }) => pattern)),
    hostnameMode: hostnames.mode,
    hostnames: linesOf(hostnames.patterns),
    referrers: linesOf(referrers.map(({ pattern }) => pattern)),
    referrerSpam: shields.referrer_spam,
    dataCentres: shields.data_centres,
  }
}

export function nonEmptyAddresses(addresses: readonly AddressRow[]): readonly AddressRow[] {
  return addresses.filter(({ cidr, note }) => cidr.trim() !== '' || note.trim() !== '')
}

/** The shields, for the API. */
export function shieldsOf(values: ShieldValues) {
  const pattern = (text: string) => ({ pattern: text })
  return {
    addresses: nonEmptyAddresses(values.addresses).map(({ cidr, note }) => ({
      cidr,
      ...(note.trim() !== '' && { note }),
    })),
    countries: values.countries.map((code) => ({ code })),
    paths: patternsOf(values.paths).map(pattern),
    hostnames: { mode: values.hostnameMode, patterns: [...patternsOf(values.hostnames)] },
    referrers: patternsOf(values.referrers).map(pattern),
    referrer_spam: values.referrerSpam,
    data_centres: values.dataCentres,
  }
}

/** Label and value of each kind of shield, for people who cannot change them and to compare two versions. */
export function describeShields(values: ShieldValues) {
  const words = (list: readonly string[]) => list.join('\n') || t('common.none')
  return [
    {
      label: t('settings.shields.addresses'),
      value: words(
        nonEmptyAddresses(values.addresses).map(({ cidr, note }) => (note.trim() === '' ? cidr : `${cidr} (${note})`)),
      ),
    },
    { label: t('settings.shields.countries'), value: words(values.countries.map(countryName)) },
    { label: t('settings.shields.paths'), value: words(patternsOf(values.paths)) },
    { label: t('settings.shields.hostnames'), value: describeHostnames(values) },
    { label: t('settings.shields.referrers'), value: words(patternsOf(values.referrers)) },
    {
      label: LIST_LABELS.referrerSpam,
      value: values.referrerSpam ? t('settings.shields.on') : t('settings.shields.off'),
    },
    {
      label: LIST_LABELS.dataCentres,
      value: values.dataCentres ? t('settings.shields.on') : t('settings.shields.off'),
    },
  ]
}

function describeHostnames({ hostnameMode, hostnames }: ShieldValues): string {
  const patterns = patternsOf(hostnames)
  if (patterns.length === 0) return t('settings.shields.all_counted')
  return [
    hostnameMode === 'allow' ? t('settings.shields.only_counted') : t('settings.shields.not_counted'),
    ...patterns,
  ].join('\n')
}
