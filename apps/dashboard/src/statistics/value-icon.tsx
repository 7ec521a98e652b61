import type { ReactNode } from 'react'
import type { Dimension } from './dimensions.ts'
import { DRAWINGS } from './drawings.ts'
import flags from './flags.svg'
import marks from './marks.svg'
import { MARKS } from './marks.ts'

/** Those without a mark or a drawing are shown by their first letter. */
const LETTERED: ReadonlySet<string> = new Set(['browser', 'os', 'channel', 'source'])

interface ValueIconProps {
  readonly dimension: Dimension
  readonly value: string
  /** Region and country of a city. */
  readonly keys?: readonly string[] | undefined
}

/** A small picture of a value: a flag, a mark, a drawing or a letter. Decorative: the label is next to it. */
export function ValueIcon({ dimension, value, keys }: ValueIconProps): ReactNode {
  const country = countryOf(dimension, value, keys)
  if (country !== undefined) return <Flag country={country} />
  const lines = DRAWINGS[dimension === 'screen_size' ? 'device' : dimension]?.get(value)
  if (lines !== undefined) return <Drawing lines={lines} />
  if (!LETTERED.has(dimension)) return null
  const mark = MARKS.get(value)
  return mark === undefined ? <Letter text={value} /> : <Mark name={mark} />
}

/** Regions with a code carry their country in it (`DE-BY`), cities in their keys. */
function countryOf(dimension: Dimension, value: string, keys: readonly string[] | undefined): string | undefined {
  if (dimension === 'country') return value
  if (dimension === 'region') return /^[A-Z]{2}(?=-)/.exec(value)?.[0]
  return dimension === 'city' ? (keys?.[2] ?? '') : undefined
}

function Flag({ country }: { readonly country: string }): ReactNode {
  return (
    <svg
      aria-hidden="true"
      className="h-3 w-4.5 shrink-0 rounded-xs bg-raised outline outline-line"
      viewBox="0 0 18 12"
    >
      {/^[A-Z]{2}$/.test(country) && <use height="12" href={`${flags}#${country}`} width="18" />}
    </svg>
  )
}

function Mark({ name }: { readonly name: string }): ReactNode {
  return (
    <svg aria-hidden="true" className="size-4.5 shrink-0 p-px text-text" viewBox="0 0 24 24">
      <use href={`${marks}#${name}`} />
    </svg>
  )
}

function Drawing({ lines }: { readonly lines: string }): ReactNode {
  return (
    <svg
      aria-hidden="true"
      className="size-4.5 shrink-0 p-px text-muted"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="2"
      viewBox="0 0 24 24"
    >
      <path d={lines} />
    </svg>
  )
}

function Letter({ text }: { readonly text: string }): ReactNode {
  return (
    <span
      aria-hidden="true"
      className="grid size-4.5 shrink-0 select-none place-items-center rounded bg-raised font-semibold text-[0.6875rem] text-muted uppercase leading-none outline outline-line before:content-[attr(data-icon)]"
      data-icon={[...text][0]}
    />
  )
}
