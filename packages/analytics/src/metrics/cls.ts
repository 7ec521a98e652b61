import { webVital } from '../definitions/web-vital.ts'

export const metric = webVital('cls')
