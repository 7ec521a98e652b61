import { z } from 'zod'
import { SegmentId, ShareId } from '../ids.ts'
import { Timestamp } from '../time/instant.ts'
import { mutable, personText } from './common.ts'

/** The sections of the dashboard that a shared link can show. */
export const SHARE_SECTIONS = ['overview', 'goals', 'funnels', 'realtime', 'search', 'crawlers'] as const
export const ShareSection = z.enum(SHARE_SECTIONS)
export type ShareSection = z.infer<typeof ShareSection>

/** The sections that obey filters, and so the only ones that a link with a segment can show. */
const UNDER_A_SEGMENT: ReadonlySet<ShareSection> = new Set(['overview', 'goals', 'funnels'])

export function obeysSegments(section: ShareSection): boolean {
  return UNDER_A_SEGMENT.has(section)
}

/** Whose pages may frame an embed: scheme, host and port, in the form that browsers send. */
export const EmbedOrigin = z
  .string()
  .trim()
  .max(300)
  .overwrite((text) => originOf(text) ?? text)
  .refine((text) => originOf(text) === text, {
    message: 'must be an origin such as https://www.example.com, without a path or a wildcard; http only for localhost',
  })

/** Stricter than the parser of URLs: an origin becomes part of a header, where `;` and `*` have a meaning. */
const ORIGIN = /^(https:\/\/[a-z0-9.-]+|http:\/\/localhost)(:\d{1,5})?$/

function originOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { origin, pathname, search, hash, username, password } = new URL(text)
  const isBare = pathname === '/' && `${search}${hash}${username}${password}` === ''
  return isBare && ORIGIN.test(origin) ? origin : undefined
}

const EMBED_ORIGINS_MAX = 20

/** A link that shows sections of a product to everybody who has it. Its secret is not part of it. */
export const SharedLink = z.object({
  id: ShareId,
  name: personText(120),
  sections: z.array(ShareSection).min(1).max(SHARE_SECTIONS.length),
  password: z.boolean().meta({ description: 'Whether it asks for a password.' }),
  segment: SegmentId.nullable().meta({ description: 'Its filters always hold, and are not shown.' }),
  embed_origins: z.array(EmbedOrigin).max(EMBED_ORIGINS_MAX).meta({ description: 'Whose pages may frame it.' }),
  status: z.enum(['active', 'expired', 'ended']),
  expires_at: Timestamp.nullable(),
  created_at: Timestamp,
  ...mutable,
})
export type SharedLink = z.infer<typeof SharedLink>

/** What a person chooses of a link. */
export type SharedLinkFields = Pick<SharedLink, 'name' | 'sections' | 'segment' | 'embed_origins' | 'expires_at'>
