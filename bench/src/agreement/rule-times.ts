import { runInNewContext } from 'node:vm'
import { clientHintsOf } from '@footfall/core-domain'
import {
  attribute,
  classifyCrawler,
  describeUserAgent,
  evidenceOf,
  isDataCentre,
  isReferrerSpam,
  languageTag,
  NO_NETWORKS,
  parsePage,
} from '@footfall/ingest/test-support'
import type { Line } from './line.ts'

/** No rule may take longer for any input. */
const RULE_US_MAX = 1000
const ROUNDS = 20
const SHOWN = 8
/** Longer than every text that is parsed: where it is cut is part of what is measured. */
const LENGTH = 4096
const REFERRER_LENGTH = 2048

/** What makes careless expressions slow: repeated beginnings, long words, every plane of Unicode. */
const PIECES = [
  ...'A 0 . / - _ ( ) ; : , + # @ ? = & % " \\ a. 1. a- a1 a/ (; ; Aa1 xn-- 😀 é'.split(' '),
  ...[' ', '\t', '\u{10ffff}', '\u202e', 'a b', '": ', '","', '";v="'],
]

/** Of each expression, by its source, the slowest text that was found. */
type Slowest = Map<string, { readonly us: number; readonly input: string }>

/** The time of each regular expression that parses what a visitor sends, for inputs made of its own words. */
export function ruleTimes(): readonly Line[] {
  const slowest: Slowest = new Map()
  const run = (texts: readonly string[]) => {
    for (const text of texts) for (const parse of PARSERS) measure(parse, text, slowest)
  }
  // The first bot prepares the list of crawlers.
  classifyCrawler('bot')
  run(PIECES.flatMap(repeated))
  // The first inputs showed which expressions there are; the next are made of their words.
  const words = new Set([...slowest.keys()].flatMap(wordsOf))
  run([...words].flatMap(repeated))
  const rules = [...slowest].toSorted(([, a], [, b]) => b.us - a.us)
  return [
    {
      what: `the slowest of ${rules.length} regular expressions`,
      unit: 'µs',
      atMost: RULE_US_MAX,
      value: rules[0]?.[1].us ?? 0,
      misses: rules
        .slice(0, SHOWN)
        .map(([source, { us, input }]) => `${us.toFixed(0)} µs ${clipped(source)} ← ${input}`),
    },
  ]
}

/** The number makes each text new to the caches. */
type Parser = (text: string, turn: number) => unknown

/** Everything that reads what a visitor sends about the browser and the source. */
const PARSERS: readonly Parser[] = [
  (text, turn) => classifyCrawler(`${turn}${text}`),
  (text, turn) => classifyCrawler(`bot ${turn}${text}`),
  (text, turn) => classifyCrawler(`Mozilla/5.0 (HeadlessChrome ${turn}${text}`),
  (text, turn) => describeUserAgent(`${turn}${text}`),
  (text, turn) => describeUserAgent(`Mozilla/5.0 (Linux; Android 14; ${turn}${text}) Mobile`),
  (text, turn) => classifyCrawler(`Mozilla/5.0 (Linux; Android 14; ${turn}${text}) bot`),
  (text, turn) => isDataCentre(`${turn}${text}`),
  (text) => {
    const hints = clientHintsOf({ brands: `"Chromium";v="1", ${text}`, mobile: '?1', platform: text })
    return [hints, evidenceOf(traitsOf(text, hints), NO_NETWORKS)]
  },
  (text) => languageTag(text),
  (text) => parsePage(`https://shop.example/${text}`.slice(0, REFERRER_LENGTH), RULES),
  (text) => referredBy(`https://${text}`),
  (text) => referredBy(`https://www.google.com/${text}`),
  (text) => referredBy(`https://site.example/${text}`.slice(0, REFERRER_LENGTH - 1).concat('x')),
  (text) => tagged({ utm_source: text }),
  (text) => tagged({ utm_medium: text, utm_campaign: text }),
]

const RULES = { trailing_slash: 'remove', lowercase: true } as const

function traitsOf(userAgent: string, hints: ReturnType<typeof clientHintsOf>) {
  const origin = { userAgent: userAgent.slice(0, 1024), language: '', address: '192.0.2.1', hints }
  return { ...{ origin, hints, automated: undefined, width: 0 }, url: 'https://shop.example/', isOfBrowser: true }
}

function referredBy(text: string): unknown {
  const referrer = text.slice(0, REFERRER_LENGTH)
  return [isReferrerSpam(referrer), attribute({ query: new URLSearchParams(), referrer, ownHostnames: [] })]
}

function tagged(parameters: Readonly<Record<string, string>>): unknown {
  return attribute({ query: new URLSearchParams(parameters), referrer: undefined, ownHostnames: [] })
}

let turn = 0

/** Runs a parser, and measures each expression that it uses with the text that it is given. */
function measure(parse: Parser, text: string, slowest: Slowest): void {
  const { exec } = RegExp.prototype
  const used = new Map<string, { readonly rule: RegExp; readonly given: string }>()
  // Every method of expressions calls `exec`, so that one place sees them all.
  RegExp.prototype.exec = function (this: RegExp, given: string) {
    if (this.lastIndex === 0) used.set(this.source, { rule: this, given })
    return exec.call(this, given)
  }
  try {
    parse(text, turn++)
  } finally {
    RegExp.prototype.exec = exec
  }
  for (const [source, { rule, given }] of used) {
    const found = slowest.get(source)?.us ?? -1
    const apply = applied(rule)
    const us = microseconds(() => apply(given))
    if (us <= found) continue
    // The least of many rounds, since other programs add to the others.
    const least = Math.min(us, ...Array.from({ length: ROUNDS }, () => microseconds(() => apply(given))))
    if (least > found) slowest.set(source, { us: least, input: JSON.stringify(text.slice(0, 24)) })
  }
}

/** Of a realm whose expressions nobody changed: the engine runs those of this one in a slower way from then on. */
const applierOf: (source: string, flags: string) => (text: string) => unknown = runInNewContext(`(source, flags) => {
  const rule = new RegExp(source, flags)
  return (text) => {
    rule.lastIndex = 0
    return rule.global ? text.replaceAll(rule, '') : rule.exec(text)
  }
}`)
const appliers = new Map<string, (text: string) => unknown>()

function applied({ source, flags }: RegExp): (text: string) => unknown {
  const apply = appliers.get(source) ?? applierOf(source, flags)
  appliers.set(source, apply)
  return apply
}

function microseconds(work: () => unknown): number {
  const before = performance.now()
  work()
  return 1000 * (performance.now() - before)
}

function repeated(piece: string): readonly string[] {
  return [piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH), `${piece}${'a'.repeat(LENGTH)}`]
}

/** The words of an expression that stand for themselves, and each of them before the next. */
function wordsOf(source: string): readonly string[] {
  const words = source
    .replaceAll(/\\[bBdDsSwW]|\(\?[:=!<]*|\[[^\]]*\]|\{[^}]*\}/g, '\0')
    .replaceAll(/\\(.)/g, '$1')
    .split(/[\0|()^$*+?]+/)
    .filter((word) => word !== '')
    .slice(0, 40)
  return [...words, ...words.flatMap((word, i) => (words[i + 1] === undefined ? [] : [word + words[i + 1]]))]
}

function clipped(source: string): string {
  return source.length > 60 ? `${source.slice(0, 60)}…` : source
}
