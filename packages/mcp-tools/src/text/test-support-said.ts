/** A number in the text with its thousands grouped, its percent sign, or as minutes and seconds. */
const NUMBER = /(?<![\d.,])-?\d{1,3}(?:,\d{3})*(?:\.\d+)?(?:e-\d+)?(?!\d|,\d)(?: %)?/g
const DURATION = /(?<minutes>\d{1,3}(?:,\d{3})*) min (?<seconds>\d+(?:\.\d+)?) s\b/g

/** What a field holds that has no number and no name in it: the words around them say it. */
const DESCRIBED: ReadonlySet<string> = new Set([
  'start',
  'unit',
  'description',
  'period',
  'from',
  'to',
  'until',
  'first_seen_at',
  'last_seen_at',
  'values',
])

/** Where in the data there is a number, a text or a state that the text does not say. */
export function unsaid(text: string, data: unknown, described: ReadonlySet<string> = DESCRIBED): readonly string[] {
  const plain = unescaped(text)
  const numbers = numbersIn(text)
  const missing: string[] = []
  const see = (value: unknown, path: string, name: string): void => {
    if (typeof value === 'number' && !isSaid(value, numbers)) missing.push(`${path}: ${value}`)
    if (typeof value === 'string' && !described.has(name) && !isShown(value, name, plain))
      missing.push(`${path}: ${value}`)
    if (Array.isArray(value)) for (const [i, entry] of value.entries()) see(entry, `${path}[${i}]`, name)
    else if (typeof value === 'object' && value !== null)
      for (const [field, inner] of Object.entries(value)) see(inner, `${path}.${field}`, field)
  }
  see(data, 'data', '')
  return missing
}

interface Numbers {
  readonly plain: ReadonlySet<number>
  readonly rounded: readonly number[]
  /** Percent and durations: of these the number in the data is another one. */
  readonly converted: readonly number[]
}

function numbersIn(text: string): Numbers {
  const found = [...text.matchAll(NUMBER)].map(([all]) => ({
    value: Number(all.replaceAll(',', '').replace(' %', '')),
    isPercent: all.endsWith('%'),
  }))
  const durations = [...text.matchAll(DURATION)].map(
    ({ groups }) => Number(groups?.minutes?.replaceAll(',', '')) * 60 + Number(groups?.seconds),
  )
  const plain = found.map(({ value }) => value)
  const shares = found.filter(({ isPercent }) => isPercent).map(({ value }) => value / 100)
  return { plain: new Set(plain), rounded: plain, converted: [...shares, ...durations] }
}

/** Whole numbers are said as they are, all others to three significant digits. */
function isSaid(value: number, { plain, rounded, converted }: Numbers): boolean {
  if (plain.has(value)) return true
  const isNear = (said: number) => Math.abs(said - value) <= Math.abs(value) * 0.005
  return converted.some(isNear) || (!Number.isInteger(value) && rounded.some(isNear))
}

function isShown(value: string, name: string, plain: string): boolean {
  if (name === 'state' && value === 'available') return true
  return plain.toLowerCase().includes(grouped(value).toLowerCase()) || plain.toLowerCase().includes(value.toLowerCase())
}

/** The whole part of a decimal in text has its thousands grouped. */
function grouped(value: string): string {
  return /^\d+(\.\d+)?$/.test(value) ? value.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',') : value
}

/** Every escape as what it stands for. */
function unescaped(text: string): string {
  return text.replace(/\\(u[0-9a-f]{4}|.)/gs, (_, sign: string) =>
    sign.startsWith('u') && sign.length === 5
      ? String.fromCharCode(Number.parseInt(sign.slice(1), 16))
      : (ESCAPES[sign] ?? sign),
  )
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
