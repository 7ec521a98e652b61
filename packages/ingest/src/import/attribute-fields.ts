import {
  CAMPAIGN_DIMENSIONS,
  cleanText,
  DIMENSION_TABLE,
  type TrackingProfile,
  type VisitAttribute,
} from '@footfall/core-domain'
import { type Attribution, attribute } from '../enrich/channel.ts'
import { cacheByText } from '../enrich/text-cache.ts'
import { type DeviceTraits, describeUserAgent, versionOf } from '../enrich/user-agent.ts'
import { tsvText } from '../log/tsv.ts'
import type { ImportedEvent } from './imported-event.ts'
import { ATTRIBUTE_SEPARATOR } from './staging.ts'

const CACHE_BYTES_MAX = 24 * 1024 ** 2

const ORIGIN_FIELDS: readonly (keyof Attribution)[] = ['referrer', 'channel', 'source', ...CAMPAIGN_DIMENSIONS]
const DEVICE_FIELDS: readonly (keyof DeviceTraits)[] = ['device', 'browser', 'browser_version', 'os', 'os_version']

/** The attributes of a visit in the order in which staged rows hold them: fields that are found together are together. */
export const STAGED_ATTRIBUTES: readonly VisitAttribute[] = [
  ...ORIGIN_FIELDS,
  'country',
  'region',
  'city',
  'language',
  ...DEVICE_FIELDS,
  'screen_size',
]

/** One attribute of a staged row. */
export function attributeField(value: string): string {
  return tsvText(value.includes(ATTRIBUTE_SEPARATOR) ? value.replaceAll(ATTRIBUTE_SEPARATOR, ' ') : value)
}

/** Referrer, channel, source and campaign; most rows of a file share them. */
export function originFields(profile: TrackingProfile): (referrer: string, search: string, hostname: string) => string {
  const ownHostnames = profile.domains.domains.map(({ hostname }) => hostname)
  const excludedParams = profile.preferences.excluded_query_params
  const cached = cacheByText(CACHE_BYTES_MAX, (key) => {
    const [hostname = '', search = '', ...referrer] = key.split('\0')
    return joinOrigin(
      attribute({
        query: new URLSearchParams(search),
        referrer: referrer.join('\0') || undefined,
        ownHostnames: [hostname, ...ownHostnames],
        excludedParams,
      }),
    )
  })
  return (referrer, search, hostname) => cached(`${hostname}\0${search}\0${referrer}`)
}

function joinOrigin(attribution: Attribution): string {
  return joinFields(ORIGIN_FIELDS.map((name) => attribution[name]))
}

export function deviceFields(traits: DeviceTraits): string {
  return joinFields(DEVICE_FIELDS.map((name) => traits[name]))
}

function joinFields(values: readonly string[]): string {
  return values.map(attributeField).join(ATTRIBUTE_SEPARATOR)
}

export function hasDeviceOverride(event: ImportedEvent): boolean {
  return event.device !== undefined || event.browser !== undefined || event.os !== undefined
}

/** A version belongs to its name: an event that gives the name replaces both. */
export function overriddenDevice(event: ImportedEvent): DeviceTraits {
  const traits = describeUserAgent(event.user_agent ?? '')
  const browser = taken(event, 'browser')
  const os = taken(event, 'os')
  return {
    device: taken(event, 'device') ?? traits.device,
    browser: browser ?? traits.browser,
    browser_version:
      browser === undefined ? traits.browser_version : versionOf(browser, taken(event, 'browser_version') ?? ''),
    os: os ?? traits.os,
    os_version: os === undefined ? traits.os_version : versionOf(os, taken(event, 'os_version') ?? ''),
  }
}

/** What a file says itself, as clean text. */
export function taken(event: ImportedEvent, name: 'region' | 'city' | keyof DeviceTraits): string | undefined {
  const value = event[name]
  return value === undefined ? undefined : cleanText(value, DIMENSION_TABLE[name].column?.lengthMax ?? value.length)
}
