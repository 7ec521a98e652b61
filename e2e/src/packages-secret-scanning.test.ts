import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { mintSecret, SECRET_PREFIXES, type SecretKind } from '@footfall/core-domain'
import { beforeAll, describe, expect, it } from 'vitest'
import { codeBlocks } from './packages-tarballs.ts'

const PAGE = fileURLToPath(new URL('../../docs/secret-scanning.md', import.meta.url))
const KINDS = Object.keys(SECRET_PREFIXES) as SecretKind[]
const random = { bytes: (count: number) => randomBytes(count) }
const minted = (kind: SecretKind) => mintSecret(kind, random).secret.reveal()

let page: string
/** The pattern and the function, as somebody copies them out of the page. */
let pattern: RegExp
let findSecrets: (text: string) => string[]

beforeAll(async () => {
  page = await readFile(PAGE, 'utf8')
  const [regex] = codeBlocks(page, 'regex')
  const [script] = codeBlocks(page, 'js')
  pattern = new RegExp(regex?.code.trim() ?? '(?!)')
  const module = await import(`data:text/javascript,${encodeURIComponent(script?.code ?? '')}`)
  findSecrets = module.findSecrets
})

describe('docs/secret-scanning.md', () => {
  it('the page has the same pattern in its scripts and in its rules', async () => {
    const written = [...page.matchAll(/\\b\(\?:jt.*?\\b/g)].map(([found]) => found)
    expect(written).toHaveLength(3)
    expect(new Set(written).size).toBe(1)
    expect(await readFile(fileURLToPath(new URL('../../SECURITY.md', import.meta.url)), 'utf8')).toContain(written[0])
  })

  it('documents every prefix of a secret', () => {
    for (const prefix of Object.values(SECRET_PREFIXES)) {
      expect(page).toContain(`| \`${prefix}\``)
      expect(page).toContain(`"${prefix}"`)
    }
  })

  it.each(KINDS)('finds a %s in code, logs, URLs and headers', (kind) => {
    for (let i = 0; i < 500; i++) {
      const secret = minted(kind)
      const places = [
        secret,
        `Authorization: Bearer ${secret}`,
        `{"token":"${secret}"}`,
        `FOOTFALL_TOKEN=${secret}\n`,
        `https://example.com/?key=${secret}&x=1`,
        `- token: '${secret}' # mine`,
      ]
      for (const place of places) {
        expect(pattern.exec(place)?.[0]).toBe(secret)
        expect(findSecrets(place)).toEqual([secret])
      }
    }
  })

  it.each(KINDS)('does not match text that only resembles a %s', (kind) => {
    const secret = minted(kind)
    const prefix = SECRET_PREFIXES[kind]
    const unlike = [
      secret.slice(0, -1),
      `${secret}0`,
      `x${secret}`,
      `${secret}_`,
      secret.replace('_', '-'),
      secret.toUpperCase(),
      `${prefix}${'-'.repeat(49)}`,
      secret.replace(prefix, 'jx_'),
    ]
    for (const text of unlike) {
      expect({ text, matched: pattern.test(text) }).toEqual({ text, matched: false })
      expect(findSecrets(text)).toEqual([])
    }
  })

  it.each(KINDS)('detects by the checksum a %s with one changed character', (kind) => {
    const secret = minted(kind)
    for (let at = SECRET_PREFIXES[kind].length; at < secret.length; at++) {
      const other = secret[at] === '0' ? '1' : '0'
      const changed = secret.slice(0, at) + other + secret.slice(at + 1)
      expect(pattern.test(changed)).toBe(true)
      expect(findSecrets(changed)).toEqual([])
    }
  })

  it('finds every complete secret in a text with several', () => {
    const [first, second] = [minted('account_token'), minted('website_key')]
    expect(findSecrets(`${first} ${second.slice(0, 20)}… ${second},${first}`)).toEqual([first, second, first])
  })
})
