import { webVital } from '../definitions/web-vital.ts'

export const metric = webVital('ttfb', 'Time until the first byte of a page came')
