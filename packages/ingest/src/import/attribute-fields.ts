import type { TrackingProfile } from '@footfall/core-domain'
import { type Attribution, attribute } from '../enrich/channel.ts'
import { cacheByText } from '../enrich/text-cache.ts'
import { type DeviceTraits, describeUserAgent } from '../enrich/user-agent.ts'
import type { ImportedEvent } from './imported-event.ts'
import { ATTRIBUTE_SEPARATOR } from './staging.ts'
import { tsvText } from './tsv.ts'

const CACHE_BYTES_MAX = 24 * 1024 ** 2

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

function joinOrigin({ referrer, channel, source, ...utm }: Attribution): string {
  const { utm_source, utm_medium, utm_campaign, utm_content, utm_term } = utm
  return joinFields([referrer, channel, source, utm_source, utm_medium, utm_campaign, utm_content, utm_term])
}

export function deviceFields({ device, browser, browser_version, os, os_version }: DeviceTraits): string {
  return joinFields([device, browser, browser_version, os, os_version])
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
  return {
    device: event.device ?? traits.device,
    browser: event.browser ?? traits.browser,
    browser_version: event.browser === undefined ? traits.browser_version : (event.browser_version ?? ''),
    os: event.os ?? traits.os,
    os_version: event.os === undefined ? traits.os_version : (event.os_version ?? ''),
  }
}
