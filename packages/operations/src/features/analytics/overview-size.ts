import type { Annotation, Mover, OverviewReport, ProductId } from '@footfall/core-domain'

/** Bytes of all keys and labels of movers together. A token of a model is at least a byte. */
const MOVER_BYTES_MAX = 800
const ANNOTATIONS_MAX = 5
/** Bytes of all titles and notes together. */
const ANNOTATION_BYTES_MAX = 250

/** Of several products, each annotation says whose it is. */
type GivenAnnotation = Annotation & { readonly product?: ProductId }
type ShownAnnotation = Pick<GivenAnnotation, 'id' | 'date' | 'title' | 'note' | 'product'> & {
  readonly shortened?: true
}

/** The rows with their texts cut where they are longer together than an overview may be. */
export function moversThatFit(movers: OverviewReport['movers']): OverviewReport['movers'] {
  const cut = textsThatFit(
    Object.values(movers).flatMap((rows) => rows.flatMap(({ key, label }) => [key, label ?? ''])),
    MOVER_BYTES_MAX,
  )
  const shown = ({ key, label, ...row }: Mover): Mover => {
    const fitting = { key: cut(key), ...(label === undefined ? {} : { label: cut(label) }) }
    return { ...fitting, ...shortened(fitting.key !== key || fitting.label !== label), ...row }
  }
  const { source, page, country, utm_campaign } = movers
  return {
    source: source.map(shown),
    page: page.map(shown),
    country: country.map(shown),
    utm_campaign: utm_campaign.map(shown),
  }
}

/** The latest annotations, oldest first, with their texts cut in the same way. */
export function annotationsThatFit(annotations: readonly GivenAnnotation[]): ShownAnnotation[] {
  const latest = annotations.slice(-ANNOTATIONS_MAX)
  const cut = textsThatFit(
    latest.flatMap(({ title, note }) => [title, note ?? '']),
    ANNOTATION_BYTES_MAX,
  )
  return latest.map(({ id, date, title, note, product }) => {
    const fitting = { title: cut(title), ...(note === undefined ? {} : { note: cut(note) }) }
    return {
      id,
      date,
      ...fitting,
      ...(product && { product }),
      ...shortened(fitting.title !== title || fitting.note !== note),
    }
  })
}

const shortened = (isCut: boolean): { shortened?: true } => (isCut ? { shortened: true } : {})

const ELLIPSIS = '…'
/** In JSON, without the quotes around it. */
const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2

/**
 * How to cut texts so that all of them have at most so many bytes together. Each may have an equal share of what shorter
 * ones leave over.
 */
function textsThatFit(texts: readonly string[], bytesMax: number): (text: string) => string {
  let left = bytesMax
  let share = Number.POSITIVE_INFINITY
  for (const [i, size] of texts
    .map(bytesOf)
    .sort((a, b) => a - b)
    .entries()) {
    const equal = Math.floor(left / (texts.length - i))
    if (size > equal) {
      share = equal
      break
    }
    left -= size
  }
  return (text) => (bytesOf(text) <= share ? text : cutTo(text, share))
}

/** The beginning of a text, in whole characters, with an ellipsis. */
function cutTo(text: string, bytesMax: number): string {
  let kept = ''
  let bytes = bytesOf(ELLIPSIS)
  for (const character of text) {
    bytes += bytesOf(character)
    if (bytes > bytesMax) break
    kept += character
  }
  return kept + ELLIPSIS
}
