/** The runtime's own Temporal where it has one, otherwise the polyfill. This is the only file that imports it. */
export { Temporal } from 'temporal-polyfill'
