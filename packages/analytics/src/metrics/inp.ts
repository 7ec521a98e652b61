import { webVital } from '../definitions/web-vital.ts'

export const metric = webVital('inp', 'Time until a page answered a click or key')
