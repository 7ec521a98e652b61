import { webVital } from '../definitions/web-vital.ts'

export const metric = webVital('fcp', 'Time until the first part of a page was shown')
