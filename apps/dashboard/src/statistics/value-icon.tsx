import type { ReactNode } from 'react'
import type { Dimension } from './dimensions.ts'
import flags from './flags.svg'

const DEVICES: Readonly<Record<string, string>> = {
  desktop: 'M3 5h18v11H3zM9 20h6M12 16v4',
  laptop: 'M5 5h14v10H5zM2 19h20',
  mobile: 'M8 3h8v18H8zM11 18h2',
  tablet: 'M5 3h14v18H5zM11 18h2',
  tv: 'M2 6h20v12H2zM8 21h8',
  console: 'M4 8h16l2 10h-4l-3-4H9l-3 4H2zM8 10v3M6.500 11.500h3M16 11h1',
}
/** Shown by the first letter in a square. */
const LETTERED: ReadonlySet<string> = new Set(['browser', 'os', 'channel', 'source'])

interface ValueIconProps {
  readonly dimension: Dimension
  readonly value: string
  /** Region and country of a city. */
  readonly keys?: readonly string[] | undefined
}

/** A small picture of a value: a flag, a device or a letter. Decorative: the label is next to it. */
export function ValueIcon({ dimension, value, keys }: ValueIconProps): ReactNode {
  const country = countryOf(dimension, value, keys)
  if (country !== undefined) return <Flag country={country} />
  if (dimension === 'device' || dimension === 'screen_size') return <DeviceIcon device={value} />
  if (LETTERED.has(dimension)) return <Letter text={value} />
  return null
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
      className="h-3 w-[1.125rem] shrink-0 rounded-xs bg-raised outline outline-line"
      viewBox="0 0 18 12"
    >
      {/^[A-Z]{2}$/.test(country) && <use height="12" href={`${flags}#${country}`} width="18" />}
    </svg>
  )
}

function DeviceIcon({ device }: { readonly device: string }): ReactNode {
  return (
    <svg
      aria-hidden="true"
      className="size-4 shrink-0 text-muted"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="2"
      viewBox="0 0 24 24"
    >
      <path d={DEVICES[device] ?? ''} />
    </svg>
  )
}

function Letter({ text }: { readonly text: string }): ReactNode {
  return (
    <span
      aria-hidden="true"
      className="grid size-[1.125rem] shrink-0 select-none place-items-center rounded bg-raised font-semibold text-[0.6875rem] text-muted uppercase leading-none outline outline-line before:content-[attr(data-icon)]"
      data-icon={[...text][0] ?? '·'}
    />
  )
}
