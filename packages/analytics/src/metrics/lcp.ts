import { webVital } from '../definitions/web-vital.ts'

export const metric = webVital('lcp', 'Time until the largest part of a page was shown')
