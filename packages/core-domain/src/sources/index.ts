import type { SourceKind } from './source-list.ts'
import { findSource, type KnownSource, sourceTable } from './source-table.ts'

export type { KnownSource, SourceKind }

const TABLE = sourceTable()
/** The first label of a host where people read their email, no matter who runs it; `mail2` and `mail02` are other machines of the same kind. */
const MAIL_LABEL =
  /^(?:(?:web|w)?mail(?:0?\d)?|email|owa|webmailer|lightmailer(?:-\w+)?|mailbusiness|roundcube|zimbra|horde|poczta|correo|messagerie(?:pro)?\d?)$/

/**
 * The known site or app of a host in lower case, by its most specific entry: `images.google.de` is Google Images, and
 * `docs.google.com` is in no list. `path` begins with a slash and decides where a part of a host is a source of its own.
 */
export function sourceOfHost(hostname: string, path = ''): KnownSource | undefined {
  return findSource(TABLE, hostname, path) ?? webMail(hostname)
}

/** The known site of a campaign’s `utm_source`, in any case: a tag, a name of several words, or a host. */
export function sourceOfTag(tag: string): KnownSource | undefined {
  const name = tag.toLowerCase()
  return TABLE.byTag.get(name) ?? advertiser(name) ?? (name.includes('.') ? sourceOfHost(name) : undefined)
}

/** Whether a `utm_source` names the advertisements of a known site, such as `adwords`, `fb-ads` and `facebookads`. */
export function namesAdvertisements(tag: string): boolean {
  const name = tag.toLowerCase()
  return !TABLE.byTag.has(name) && advertiser(name) !== undefined
}

const ADVERTISEMENTS = /^(.+?)(?:[-_ ]?ads|[-_ ]ad)$/

/** `adwords`, and the tag of a site before `ads` or `_ad`. */
function advertiser(name: string): KnownSource | undefined {
  const [, site] = name === 'adwords' || name === 'google adwords' ? ['', 'google'] : (ADVERTISEMENTS.exec(name) ?? [])
  return site === undefined ? undefined : TABLE.byTag.get(site)
}

/** GMX, WEB.DE, 1&1 and mail.com open links of messages through `deref-gmx.net` and the like. */
const DEREFERRER = /^deref-[\w-]+\.[a-z]+$/

/** `mail.example.org`, but neither `mail.ru` nor `email.com`. */
function webMail(hostname: string): KnownSource | undefined {
  if (DEREFERRER.test(hostname)) return { name: hostname, kind: 'email' }
  const dot = hostname.indexOf('.')
  if (dot < 0 || !hostname.includes('.', dot + 1) || !MAIL_LABEL.test(hostname.slice(0, dot))) return undefined
  return { name: hostname, kind: 'email' }
}
