import type { SharedLink } from '../../../api/types.ts'
import { t } from '../../../messages/messages.ts'

type ShareSection = SharedLink['sections'][number]

/** In the order of the dashboard. Under a segment, only those whose metrics filters apply to. */
export const SECTION_CHOICES: readonly {
  readonly value: ShareSection
  readonly label: string
  readonly obeysSegments: boolean
}[] = [
  { value: 'overview', label: t('sections.overview'), obeysSegments: true },
  { value: 'goals', label: t('sections.goals'), obeysSegments: true },
  { value: 'funnels', label: t('sections.funnels'), obeysSegments: true },
  { value: 'realtime', label: t('sections.realtime'), obeysSegments: false },
  { value: 'search', label: t('sections.search'), obeysSegments: false },
  { value: 'crawlers', label: t('sections.crawlers'), obeysSegments: false },
]

/** What the form of a link holds. */
export interface ShareValues {
  readonly name: string
  readonly sections: readonly ShareSection[]
  /** Of an existing link: whether its password stays, is replaced by `password`, or is removed. */
  readonly passwordChoice: 'none' | 'keep' | 'set'
  readonly password: string
  /** Empty for none. */
  readonly segment: string
  /** One origin per line. */
  readonly origins: string
  /** A day and time of the browser’s zone, empty for never. */
  readonly expires: string
}

export const NEW_SHARE: ShareValues = {
  name: '',
  sections: ['overview'],
  passwordChoice: 'none',
  password: '',
  segment: '',
  origins: '',
  expires: '',
}

export function valuesOf(link: SharedLink): ShareValues {
  return {
    name: link.name,
    sections: link.sections,
    passwordChoice: link.password ? 'keep' : 'none',
    password: '',
    segment: link.segment ?? '',
    origins: link.embed_origins.join('\n'),
    expires: link.expires_at === null ? '' : toLocal(link.expires_at),
  }
}

/** What the API takes, without the password. */
export function fieldsOf({ name, sections, segment, origins, expires }: ShareValues) {
  return {
    name,
    sections: [...sections],
    segment: segment === '' ? null : segment,
    embed_origins: origins
      .split(/\s+/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    expires_at: expires === '' ? null : new Date(expires).toISOString(),
  }
}

const MINUTE_MS = 60_000

/** An instant as `datetime-local` shows it. */
function toLocal(instant: string): string {
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16)
}

export function linkAddress(secret: string): string {
  return `${location.origin}/share/${secret}`
}

/** Markup that shows a link inside of another page. */
export function embedCode(secret: string, name: string): string {
  const title = name.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<iframe src="${linkAddress(secret)}?embed=1" title="${title}" width="100%" height="900" loading="lazy" style="border:0"></iframe>`
}
