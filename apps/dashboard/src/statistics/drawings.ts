import type { Dimension } from './dimensions.ts'

const SEARCH = 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4.5 4.5'
const PEOPLE =
  'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 20a6.5 6.5 0 0 1 13 0M16 5.5a3 3 0 0 1 0 6M18.5 14.5a6 6 0 0 1 3 5.5'
const VIDEO = 'M3 5h18v14H3zM10 9l5 3-5 3z'
const BAG = 'M5 8h14l1 13H4zM9 8V7a3 3 0 0 1 6 0v1'
const ARROW = 'M4 12h16M13 5l7 7-7 7'

/** Lines that draw a value of a dimension, in a square of 24. */
export const DRAWINGS: Readonly<Partial<Record<Dimension, ReadonlyMap<string, string>>>> = {
  device: new Map([
    ['desktop', 'M3 5h18v11H3zM9 20h6M12 16v4'],
    ['laptop', 'M5 5h14v10H5zM2 19h20'],
    ['mobile', 'M8 3h8v18H8zM11 18h2'],
    ['tablet', 'M5 3h14v18H5zM11 18h2'],
    ['tv', 'M2 6h20v12H2zM8 21h8'],
    ['console', 'M4 8h16l2 10h-4l-3-4H9l-3 4H2zM8 10v3M6.5 11.5h3M16 11h1'],
  ]),
  channel: new Map([
    ['Direct', ARROW],
    ['Organic Search', SEARCH],
    ['Paid Search', SEARCH],
    ['Organic Social', PEOPLE],
    ['Paid Social', PEOPLE],
    ['Organic Video', VIDEO],
    ['Paid Video', VIDEO],
    ['Organic Shopping', BAG],
    ['Paid Shopping', BAG],
    ['AI Assistants', 'M12 3l2.2 6.8L21 12l-6.8 2.2L12 21l-2.2-6.8L3 12l6.8-2.2z'],
    ['Email', 'M3 5h18v14H3zM3 7l9 7 9-7'],
    ['Display', 'M3 4h18v16H3zM3 16l5-5 5 5 3-3 5 5'],
    ['Affiliates', 'M3 3h8l10 10-8 8L3 11zM7.5 7.5h.01'],
    ['Audio', 'M4 10v4h4l5 4V6l-5 4zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11'],
    ['SMS', 'M3 4h18v13H9l-4 4v-4H3z'],
    ['Push Notifications', 'M6 10a6 6 0 0 1 12 0v5l2 3H4l2-3zM10 21h4'],
    ['Cross-network', 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z'],
    ['Paid Other', 'M3 10v4h4l8 5V5l-8 5zM19 9v6'],
    ['Referral', 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1'],
  ]),
  source: new Map([['', ARROW]]),
  referrer: new Map([['', ARROW]]),
  browser: new Map([['Safari', 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM15.5 8.5l-2 5-5 2 2-5z']]),
  os: new Map([['Windows', 'M4 4h16v16H4zM12 4v16M4 12h16']]),
}
